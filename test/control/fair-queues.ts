import { beginCall } from '../call-reports/support/recorded-call.js';
import { useModel, WITH_MODEL } from '../support/account-model.js';
import { SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { HeldModel } from '../support/held-model.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

/** The instances on one database, and their total concurrency per queue. */
interface Instances {
  readonly apps: readonly [TestApp, ...TestApp[]];
  readonly analyses: number;
  readonly testCases: number;
  readonly embeddings: number;
}

const ANALYSIS = { summary: false, success: 'A table was booked.' };
const ANALYSED = JSON.stringify({ success: true, successReason: 'It was.', successTurns: [1] });
const startedAt = new Date('2026-01-01T10:00:00.000Z');
/** Exceeds the concurrency. */
const MORE = 3;

interface Tenant {
  readonly account: TestAccount;
  readonly key: string;
  readonly name: string;
}

/** Every queue's guarantee: an account with many jobs delays no other. */
export function describeFairQueues(instances: () => Instances): void {
  let model: HeldModel;

  beforeEach(async () => {
    model = await HeldModel.start(ANALYSED);
  });
  afterEach(async () => {
    await model.open();
    await model.close();
  });

  const inside = (app: TestApp) => app.module<typeof import('./in-service.js')>('test/control/in-service.ts');

  async function tenant(name: string): Promise<Tenant> {
    const [app] = instances().apps;
    const account = await app.createAccount();
    return { account, key: await app.createKey(account), name };
  }

  /** A tenant with a greater id, so that neither age nor id puts it first. */
  async function tenantAfter(one: Tenant, name: string): Promise<Tenant> {
    const before = one.account.accountId;
    for (;;) {
      const found = await tenant(name);
      const { accountId } = found.account;
      if (accountId > before && accountId.toLowerCase() > before.toLowerCase()) return found;
    }
  }

  /**
   * One tenant fills all slots and queues more, then another queues one. @returns Whose job runs when a slot frees up.
   */
  async function nextAfter(
    places: number,
    add: (one: Tenant, jobs: number) => Promise<void>,
    isQueued: (accountId: string) => Promise<boolean>,
  ) {
    const busy = await tenant('busy');
    await add(busy, places + MORE);
    await model.hasAsked(places);
    const other = await tenantAfter(busy, 'other');
    await add(other, 1);
    // On a busy machine a job may have timed out.
    const isNext = () => model.asked.length > places;
    await until('the job of the other is queued', async () => isNext() || isQueued(other.account.accountId));
    await model.answerOne();
    await model.hasAsked(places + 1);
    return model.asked.slice(0, places + 1);
  }

  const expected = (places: number) => [...Array<string>(places).fill('busy'), 'other'];

  it("an account's first analysis runs next despite another's backlog", async () => {
    const { apps, analyses } = instances();
    const add = async ({ account, key, name }: Tenant, jobs: number) => {
      await useModel(apps[0], key, model.urlOf(name), 'openai');
      for (let job = 0; job < jobs; job++) {
        const { accountId } = account;
        const call = await beginCall(apps[job % apps.length] ?? apps[0], {
          ...{ accountId, analysis: ANALYSIS, startedAt },
        });
        await call.turn({ turnId: '1', speaker: 'caller', text: 'A table for two.', startedAt });
        await call.end({
          at: new Date(startedAt.getTime() + 60_000),
          reason: 'client-close',
          crashed: false,
        });
      }
    };
    const isQueued = async (accountId: string) =>
      (await apps[0].prisma.conversationJob.count({ where: { accountId, kind: 'analysis' } })) > 0;
    expect(await nextAfter(analyses, add, isQueued)).toEqual(expected(analyses));
  });

  it("an account's first test case runs next despite another's backlog", async () => {
    const { apps, testCases } = instances();
    const add = async ({ account, key, name }: Tenant, jobs: number) => {
      await useModel(apps[0], key, model.urlOf(name));
      const agentId = await apps[0].createAgent(account, { ...SMALL_DOCUMENT, ...WITH_MODEL });
      const cases = Array.from({ length: jobs }, (_, index) => ({
        name: `case ${index}`,
        turns: [{ say: 'Hi', expect: [] }],
      }));
      const sets = `/v1/agents/${agentId}/test-sets`;
      const { body } = await httpClient(apps[0].baseUrl)('POST', sets, {
        key,
        body: { name: 'Desk', cases },
      });
      // One run per instance, so that all are busy.
      for (const { baseUrl } of apps) {
        const run = await httpClient(baseUrl)('POST', `${sets}/${body.testSet.id}/runs`, { key });
        expect(run.status).toBe(202);
      }
    };
    const isQueued = async (accountId: string) => {
      const waiting = await Promise.all(apps.map((app) => inside(app).waitingCases(accountId)));
      return waiting.every((count) => count > 0);
    };
    expect(await nextAfter(testCases, add, isQueued)).toEqual(expected(testCases));
  });

  it("an account's embeddings run next despite another's many agents", async () => {
    const { apps, embeddings } = instances();
    const add = async ({ account, key, name }: Tenant, jobs: number) => {
      const call = httpClient(apps[0].baseUrl);
      const services = { embeddings: { model: 'meaning' } };
      const provider = { preset: 'openai-compatible', url: model.urlOf(name), services };
      await call('PUT', '/v1/providers/meanings', { key, body: provider });
      for (let job = 0; job < jobs; job++) {
        const agentId = await apps[0].createAgent(account);
        const topics = `/v1/agents/${agentId}/branches/main/knowledge-base/topics`;
        const { status } = await call('POST', topics, {
          key,
          body: { name: 'Pets', content: 'On a leash.' },
        });
        expect(status).toBe(201);
      }
    };
    const isQueued = async (accountId: string) =>
      (await apps[0].prisma.knowledgeEmbeddingJob.count({ where: { agent: { accountId } } })) > 0;
    expect(await nextAfter(embeddings, add, isQueued)).toEqual(expected(embeddings));
  });
}
