import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { seededRandom } from './malformed.js';

const KILLS = 10;
const PUBLISHES_EACH = 500;
const IN_FLIGHT = 25;
const TIMEOUT_MS = 600_000;
const SETTINGS = {
  // Encrypts the responses kept for repeated requests.
  INSTANCE_SECRET: 'the-same-secret-for-every-life-of-this-service',
};
const overrides = {
  quotas: { requests: 0 },
  testSets: { pollIntervalMs: 60_000, runsKeptPerSet: 100_000 },
};

describe(`service killed (-9) ${KILLS} times during ${PUBLISHES_EACH} publishes`, () => {
  const random = seededRandom(3);
  /** Each confirmed publish's deployment by Idempotency-Key. */
  const confirmed = new Map<string, string>();
  const unconfirmed: string[] = [];
  let database: TestDatabase;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  const publish = async ({ baseUrl, agentId, apiKey }: ServiceProcess, key: string) =>
    httpClient(baseUrl)('POST', `/v1/agents/${agentId}/deployments/publish`, {
      key: apiKey,
      headers: { 'idempotency-key': key },
      body: { environment: 'live' },
    });

  /** Publishes from many clients and kills the service after a random number of confirmed publishes. */
  async function publishUntilKilled(life: number): Promise<void> {
    const running = await startServiceProcess(database.url, SETTINGS, { overrides });
    service = running;
    if (life === 0) await addTestSet(running);
    const killAfter = confirmed.size + 1 + Math.floor(random() * (PUBLISHES_EACH - 2 * IN_FLIGHT));
    let next = 0;
    const worker = async () => {
      while (next < PUBLISHES_EACH) {
        const key = `life-${life}-publish-${next++}`;
        const answer = await publish(running, key).catch(() => undefined);
        if (answer?.status !== 201) {
          unconfirmed.push(key);
          return;
        }
        confirmed.set(key, answer.body.deployment.id as string);
        if (confirmed.size === killAfter) running.signal('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    await running.exited;
    // Each client lost a pending request, so all were active.
    expect(next).toBeLessThan(PUBLISHES_EACH);
  }

  /** Makes each publish queue a test run, which must exist if and only if the deployment does. */
  async function addTestSet({ baseUrl, agentId, apiKey }: ServiceProcess): Promise<void> {
    const turns = [{ expect: [{ kind: 'contains', text: 'hello' }] }];
    const body = { name: 'Reception', enabled: true, cases: [{ name: 'Greeting', turns }] };
    const call = httpClient(baseUrl);
    expect((await call('POST', `/v1/agents/${agentId}/test-sets`, { key: apiKey, body })).status).toBe(201);
  }

  async function expectFreshCall({ baseUrl, connectorToken }: ServiceProcess): Promise<void> {
    const signaling = await SignalingClient.connect(baseUrl);
    const peer = new WebRtcClient();
    try {
      const answer = await signaling.offer(await peer.createOffer(), connectorToken, { mode: 'echo' });
      expect(answer.type).toBe('answer');
      await peer.acceptAnswer(String(answer.data?.['sdp']));
      await until('media is connected', () => peer.connectionState === 'connected');
    } finally {
      peer.close();
      signaling.close();
    }
  }

  it(
    'keeps every confirmed publish, and all or none of the rows of any other',
    async () => {
      for (let life = 0; life < KILLS; life++) await publishUntilKilled(life);
      const committed = await expectWholeHistory();
      expect(committed).toEqual(expect.arrayContaining([...confirmed.values()]));
      console.log(
        `${confirmed.size} publishes confirmed, ${unconfirmed.length} cut off, of which ${committed.length - confirmed.size} were committed`,
      );

      // Repeats interrupted requests like clients do: done now, or answered with the first response.
      service = await startServiceProcess(database.url, SETTINGS, { overrides });
      for (const key of unconfirmed) expect((await publish(service, key)).status).toBe(201);
      for (const [key, deploymentId] of [...confirmed].slice(-IN_FLIGHT)) {
        const again = await publish(service, key);
        expect([key, again.status, again.body.deployment.id]).toEqual([key, 201, deploymentId]);
      }
      expect(await expectWholeHistory()).toHaveLength(confirmed.size + unconfirmed.length);
      await expectFreshCall(service);
      expect(service.errorOutput()).not.toMatch(/unhandled/i);
    },
    TIMEOUT_MS,
  );

  /** Expects the same deployments in all tables, numbered without gaps, the last one active. @returns Their ids. */
  async function expectWholeHistory(): Promise<string[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const list = async <T>(sql: string): Promise<T[]> =>
        (await client.query<{ v: T }>(sql)).rows.map(({ v }) => v);
      const live = "FROM deployments WHERE environment = 'live'";
      const ids = await list<string>(`SELECT id AS v ${live} ORDER BY number`);
      const numbers = await list<number>(`SELECT number AS v ${live} ORDER BY number`);
      expect(numbers).toEqual(ids.map((_id, index) => index + 1));
      const active = "SELECT deployment_id AS v FROM active_deployments WHERE environment = 'live'";
      expect(await list(active)).toEqual([ids.at(-1)]);
      const audited = "SELECT resource_id AS v FROM audit_log WHERE details->>'environment' = 'live'";
      expect((await list<string>(audited)).sort()).toEqual([...ids].sort());
      const queued = "SELECT deployment_id AS v FROM test_runs WHERE target = 'live'";
      expect((await list<string>(queued)).sort()).toEqual([...ids].sort());
      const answered =
        "SELECT count(*)::int AS v FROM idempotent_requests WHERE key LIKE 'life-%' AND response ";
      expect(await list(`${answered} IS NOT NULL`)).toEqual([ids.length]);
      expect(await list(`${answered} IS NULL`)).toEqual([0]);
      return ids;
    } finally {
      await client.end();
    }
  }
});
