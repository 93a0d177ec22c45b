import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { countsOf, largeDocument, noise, storageOf } from './stored-bytes.js';

const MIB = 1_048_576;
const BOUND = 12 * MIB;
const AT_ONCE = 4;
/** About 670 kB. */
const VARIANTS = 14;
const FILE_BYTES = 90_000;
/** Concurrent requests may exceed the limit by what they store. Passages of a document take three times its text. */
const UNDER_WAY = AT_ONCE * 4 * MIB;

const overrides = {
  quotas: { storageBytes: BOUND, requests: 0 },
  testSets: { pollIntervalMs: 50, runsKeptPerSet: 1_000 },
};

type Change = (round: number) => Promise<HttpAnswer>;

describe('an account that stores as much as it can, by two instances at once', () => {
  let here: TestApp;
  let there: TestApp;
  let account: TestAccount;
  let key: string;
  let requests = 0;

  beforeAll(async () => {
    here = await createTestApp({ overrides });
    there = await createTestApp({ overrides, databaseUrl: here.databaseUrl });
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
  });
  beforeEach(async () => {
    account = await here.createAccount();
    key = await here.createKey(account);
  });

  /** Alternates between the instances. */
  const call: ReturnType<typeof httpClient> = (...request) =>
    httpClient((requests++ % 2 === 0 ? here : there).baseUrl)(...request);
  const agentsPath = () => `/v1/accounts/${account.accountId}/agents`;

  /** Repeats the change in parallel until it is refused. */
  async function fill(change: Change): Promise<void> {
    let isRefused = false;
    let round = 0;
    const worker = async () => {
      while (!isRefused) {
        const answer = await change(round++);
        if (answer.body.error_code === 'STORAGE_LIMIT_REACHED') isRefused = true;
        else expect([200, 201, 202]).toContain(answer.status);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  const changesOf: Record<string, () => Promise<Change>> = {
    'large drafts that are changed a little and published': async () => {
      const free = await Promise.all(
        Array.from({ length: AT_ONCE }, () => here.createAgent(account, largeDocument(VARIANTS))),
      );
      return async (round) => {
        const agentId = free.pop() ?? '';
        try {
          const { revision } = await here.prisma.draft.findUniqueOrThrow({ where: { agentId } });
          const body = { revision, document: { greeting: `Hello ${round}.` } };
          const saved = await call('PATCH', `/v1/agents/${agentId}/draft`, { key, body });
          if (saved.status !== 200) return saved;
          const path = `/v1/agents/${agentId}/deployments/publish`;
          return await call('POST', path, { key, body: { environment: 'sandbox' } });
        } finally {
          free.push(agentId);
        }
      };
    },
    'copies of an agent': async () => {
      const agentId = await here.createAgent(account, largeDocument(VARIANTS));
      return () => call('POST', `/v1/agents/${agentId}/duplicate`, { key, body: {} });
    },
    'documents of what agents know': async () => {
      const agentId = await here.createAgent(account);
      const path = `/v1/agents/${agentId}/branches/main/knowledge-base/documents`;
      const headers = { 'content-type': 'text/plain' };
      const rawBody = () => noise(FILE_BYTES).replaceAll(/[^a-z]{1,3}/gi, ' ');
      return (round) => call('POST', `${path}?name=${round}.txt`, { key, headers, rawBody: rawBody() });
    },
    'test runs of a draft': async () => {
      const agentId = await here.createAgent(account, largeDocument(VARIANTS));
      const path = `/v1/agents/${agentId}/test-sets`;
      const { testSet } = (await call('POST', path, { key, body: { name: 'Set' } })).body;
      const turns = [{ expect: [{ kind: 'contains', text: 'Hello' }] }];
      await call('POST', `${path}/${testSet.id}/cases`, { key, body: { name: 'Case', turns } });
      return () => call('POST', `${path}/${testSet.id}/runs`, { key, body: { target: 'draft' } });
    },
  };

  it.each(Object.keys(changesOf))(
    'stays within its limit in a loop of %s, and is freed by deleting agents',
    async (name) => {
      const change = await changesOf[name]?.();
      if (!change) throw new Error(name);
      await fill(change);
      const { usedBytes } = await storageOf(here, key);
      expect(usedBytes).toBeGreaterThanOrEqual(BOUND);
      expect(usedBytes).toBeLessThan(BOUND + UNDER_WAY);
      const agents = (await call('GET', agentsPath(), { key })).body as { agentId: string }[];
      for (const { agentId } of agents)
        expect((await call('DELETE', `/v1/agents/${agentId}`, { key })).status).toBe(204);
      expect((await storageOf(there, key)).usedBytes).toBeLessThan(MIB);
      const { counted, stored } = await countsOf(here, account.accountId);
      expect(counted).toEqual(stored);
    },
    240_000,
  );
});
