import http from 'node:http';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { envelope, httpClient } from '../support/http.js';
import { countStatements } from '../support/count-statements.js';
import { type Watch, watchService } from '../support/unharmed.js';
import { askWith, type BadKeyKind, badKeyKinds } from './bad-keys.js';
import { seededRandom } from './malformed.js';

const REQUESTS = 10_000;
const CONCURRENCY = 16;
const SEED = 1;
const TIMEOUT_MS = 300_000;

describe(`${REQUESTS} requests with bad API keys of all kinds`, () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let fixture: CallFixture;
  let watch: Watch;
  let kinds: BadKeyKind[];

  beforeAll(async () => {
    fixture = await createCallFixture({}, undefined, { auth: { guessLimit: 0 } });
    kinds = await badKeyKinds(fixture.app, fixture.account);
    watch = await watchService(fixture);
  });
  afterAll(async () => {
    agent.destroy();
    await fixture?.close();
  });

  it(
    'all get the same 401 body, and malformed ones cost no query',
    async () => {
      const free = kinds.filter(({ costsNoQuery }) => costsNoQuery);
      const looked = kinds.filter(({ costsNoQuery }) => !costsNoQuery);
      // Requests are spread evenly over the kinds.
      const freeCount = Math.round((REQUESTS * free.length) / kinds.length);
      // A good key's last use is written later by an UPDATE.
      const lookUps = (work: () => Promise<void>) =>
        countStatements(fixture.app, /SELECT[^]*api_keys/i, work);
      expect(await lookUps(() => expectAllRefused(free, freeCount))).toBe(0);
      expect(await lookUps(() => expectAllRefused(looked, REQUESTS - freeCount))).toBeGreaterThan(0);
      const key = await fixture.app.createKey(fixture.account);
      expect((await httpClient(fixture.app.baseUrl)('GET', '/v1/account', { key })).status).toBe(200);
      await watch.expectUnharmed();
    },
    TIMEOUT_MS,
  );

  async function expectAllRefused(chosen: readonly BadKeyKind[], requests: number): Promise<void> {
    const wrong: unknown[] = [];
    const errorIds = new Set<string>();
    let next = 0;
    const worker = async () => {
      while (next < requests) {
        const index = next++;
        const random = seededRandom(SEED + index);
        const kind = chosen[index % chosen.length]!;
        const keys = kind.make((items) => items[Math.floor(random() * items.length)]!);
        const answer = await askWith(keys, fixture.app.baseUrl, { agent });
        errorIds.add(String(answer.body?.error_id));
        const body = JSON.stringify(answer.body);
        const expected = JSON.stringify(envelope(answer, 'UNAUTHORIZED', 'Missing or invalid API key.'));
        if (answer.status !== 401 || body !== expected) wrong.push({ index, kind: kind.name, keys, answer });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(errorIds.size).toBe(requests);
  }
});
