import type { SharedCounts } from '../../../src/cluster/index.js';
import type { TestApp } from '../../support/app.js';
import { countStatements } from '../../support/count-statements.js';
import { httpClient } from '../../support/http.js';
import { offerTo } from './offer.js';
import type { TwoInstances } from './two-instances.js';

const PAGE = 'https://www.example.com';

/** Limits of call tokens across both instances. */
export function describeCallTokens(started: () => TwoInstances): void {
  const connector = async (body: object): Promise<string> => {
    const { here, key, connectors } = started();
    const made = await httpClient(here.baseUrl)('POST', connectors, { key, body: { name: 'Page', ...body } });
    return made.body.connectorId;
  };

  const page = (at: TestApp, connectorId: string) =>
    fetch(`${at.baseUrl}/api/v1/connectors/${connectorId}/call-tokens`, {
      method: 'POST',
      headers: { Origin: PAGE },
    });

  it('start one call per call token for concurrent offers', async () => {
    const { here, there, key, connectors, connectorId } = started();
    const path = `${connectors}/${connectorId}/call-tokens`;
    for (let round = 0; round < 3; round++) {
      const { token } = (await httpClient(here.baseUrl)('POST', path, { key, body: {} })).body;
      const offers = await Promise.all([here, there, here, there].map((at) => offerTo(at, token)));
      const outcomes = offers.map(({ frame }) => frame.data?.['code'] ?? frame.type).sort();
      expect(outcomes).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'answer']);
      for (const { socket } of offers) socket.close();
    }
  });

  it('share the rate limit of page call tokens per address, without a statement once it is exceeded', async () => {
    const { here, there } = started();
    const publicAccess = { origins: [PAGE], callsPerMinutePerAddress: 3 };
    const connectorId = await connector({ publicAccess });
    const ask = async (at: TestApp) => (await page(at, connectorId)).status;
    const instances = [here, there, here, there, here, there, here, there];
    const statuses = (await Promise.all(instances.map(ask))).sort();
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    await ask(here);
    const refused = await page(there, connectorId);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const pattern = /shared_counts|connectors|call_tokens/;
    for (const at of [here, there]) {
      const statements = await countStatements(at, pattern, async () => {
        for (let i = 0; i < 5; i++) expect(await ask(at)).toBe(429);
      });
      expect(statements).toBe(0);
    }
    const rows = await here.prisma.sharedCount.findMany();
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1|con_/);
  });

  it('count concurrent requests exactly, and restart with each window', async () => {
    const { here, there } = started();
    const counts = [here, there].map((at) => at.provider<SharedCounts>('SharedCounts'));
    const [key, otherKey] = ['a network', 'another network'];
    const limits = [
      { key, most: 25 },
      { key: otherKey, most: 1_000 },
    ];
    const asked = Array.from({ length: 40 }, (_, i) =>
      counts[i % 2]!.count(i % 3 === 0 ? limits.toReversed() : limits, 3_600),
    );
    const waits = await Promise.all(asked);
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(25);
    for (const wait of waits) if (wait !== undefined) expect(wait.leftSeconds).toBeLessThanOrEqual(3_600);
    await here.prisma.$executeRaw`UPDATE shared_counts SET ends_at = now() - interval '1 second'`;
    expect(await counts[1]?.count([{ key, most: 1 }], 3_600)).toBeUndefined();
    expect(await counts[0]?.count([{ key, most: 1 }], 3_600)).toMatchObject({ most: 1 });
    await counts[0]?.run();
    expect(await here.prisma.sharedCount.count()).toBe(1);
  });
}
