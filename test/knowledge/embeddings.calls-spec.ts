import { randomBytes } from 'node:crypto';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { type Behaviour, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const AGENT: AgentDocument = {
  schemaVersion: 1,
  prompt: 'You are the front desk.',
  models: { traditional: { llm: { provider: 'openai' } } },
};
/** Long enough that a busy machine does not look like a provider outage. */
const WAIT_MS = 1_000;
/** Has the meaning of the question but none of its words. */
const PETS = { name: 'Pets', content: 'Pets sleep on their own blanket.' };
const OTHERS = [
  { name: 'Breakfast', content: 'Breakfast is from seven to ten.' },
  { name: 'Pool', content: 'Swimming is free for guests.' },
];
const QUESTION = 'Is a puppy welcome?';

const FAILURES: readonly (readonly [Behaviour, string])[] = [
  ['refuse', 'PROVIDER_REFUSED'],
  ['quota', 'PROVIDER_REFUSED'],
  ['hang', 'PROVIDER_TIMEOUT'],
  ['hang-at-connect', 'PROVIDER_TIMEOUT'],
  ['slow', 'PROVIDER_TIMEOUT'],
  ['drip', 'PROVIDER_TIMEOUT'],
  ['drop', 'PROVIDER_LOST'],
  ['nonsense', 'PROVIDER_PROTOCOL'],
  ['flood', 'PROVIDER_FLOOD'],
  ['error', 'PROVIDER_ERROR'],
];

describe('knowledge with embeddings', () => {
  let model: OpenAiStandIn;
  let meanings: OpenAiStandIn;
  let behaviour: Behaviour;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({
      brain: ({ instructions }) => ({ kind: 'say', text: instructions }),
      tokenIntervalMs: 0,
    });
    meanings = await OpenAiStandIn.start({ behaviour: () => behaviour });
    service = await createTestApp({
      env: {
        LLM_URL: model.url,
        KNOWLEDGE_WAIT_MS: '5000',
        ALLOW_PRIVATE_NETWORKS: 'providers',
      },
      overrides: {
        knowledge: {
          ...{ embeddingWaitMs: WAIT_MS, embeddingQueryMs: WAIT_MS, embeddingTimeoutMs: WAIT_MS },
          ...{ embeddingPollMs: 20, embeddingBatch: 2 },
        },
      },
    });
    call = httpClient(service.baseUrl);
  });
  afterAll(async () => {
    await service?.close();
    await meanings?.close();
    await model?.close();
  });
  beforeEach(async () => {
    behaviour = 'normal';
    meanings.requests.length = 0;
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account, AGENT);
  });

  const base = () => `/v1/agents/${agentId}/branches/main/knowledge-base`;
  const configure = async (services: object = { embeddings: { model: 'meaning' } }) => {
    const body = { preset: 'openai-compatible', url: meanings.url, services };
    expect((await call('PUT', '/v1/providers/meanings', { key, body })).status).toBe(200);
  };
  const addAll = async () => {
    for (const body of [...OTHERS, PETS])
      expect((await call('POST', `${base()}/topics`, { key, body })).status).toBe(201);
  };
  const ask = async (message = QUESTION) => {
    const body = { clientEnv: 'draft', message };
    const answer = (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body })).body;
    const { events } = (await call('GET', `/v1/conversations/${answer.conversationId}`, { key })).body
      .conversation;
    return { topics: answer.metadata.retrievedTopics, details: events[0]?.details };
  };
  const jobsDone = () =>
    until(
      'the embeddings of the agent are made',
      async () => (await service.prisma.knowledgeEmbeddingJob.count({ where: { agentId } })) === 0,
    );
  /** Vectors are loaded in the background, so the first question after a change may lack them. */
  const foundByMeaning = async () => {
    await jobsDone();
    await until('a topic is found by its meaning', async () =>
      ((await ask()).topics as { name: string }[]).some(({ name }) => name === 'Pets'),
    );
  };
  const upload = async (content: string) =>
    (
      await call('POST', `${base()}/documents?name=rules-${randomBytes(4).toString('hex')}`, {
        key,
        rawBody: content,
        headers: { 'content-type': 'text/markdown' },
      })
    ).body;
  const document = async (id: string) => (await call('GET', `${base()}/documents/${id}`, { key })).body;

  it('merges matches by meaning and by words into one ranking', async () => {
    await addAll();
    expect((await ask()).topics).toEqual([]);
    await configure();
    await foundByMeaning();
    const { topics, details } = await ask();
    expect([topics[0], details]).toMatchObject([{ name: 'Pets' }, { outcome: 'found' }]);
    expect(details).not.toHaveProperty('withoutMeaning');
    expect((await ask('breakfast with my dog')).topics).toMatchObject([
      { name: expect.stringMatching(/Pets|Breakfast/) },
      { name: expect.stringMatching(/Pets|Breakfast/) },
    ]);
    expect(meanings.requests.map(({ path }) => path)).toContain('/v1/embeddings');
  });

  it('returns nothing below the similarity threshold, and the nearest at a lower configured one', async () => {
    await configure();
    await addAll();
    await foundByMeaning();
    const stranger = 'Do you sell carburettors?';
    expect(await ask(stranger)).toMatchObject({ topics: [], details: { outcome: 'nothing' } });
    const draft = `/v1/agents/${agentId}/draft`;
    const { revision } = (await call('GET', draft, { key })).body;
    const document = { ...AGENT, knowledge: { minSimilarity: 0 } };
    expect((await call('PUT', draft, { key, body: { revision, document } })).status).toBe(200);
    expect((await ask(stranger)).topics).toHaveLength(3);
  });

  it('records embedding usage with the other providers', async () => {
    await configure();
    await addAll();
    await foundByMeaning();
    const body = { clientEnv: 'draft', message: 'May I bring a hamster?' };
    const { conversationId } = (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body })).body;
    const { usage } = (await call('GET', `/v1/conversations/${conversationId}`, { key })).body.conversation;
    expect(usage).toContainEqual({
      stage: 'embeddings',
      provider: 'meanings',
      model: 'meaning',
      inputTokens: 1,
    });
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(Number(/^earshot_embedding_tokens_total\{.*\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  });

  it('computes them in the background in bounded requests and reports progress per document', async () => {
    await configure();
    behaviour = 'hang';
    const uploaded = await upload('# One\nA\n# Two\nB\n# Three\nC\n');
    expect(uploaded).toMatchObject({ passages: 3, embedding: { state: 'waiting', passages: 0 } });
    await until('the attempt has failed', async () => 'reason' in (await document(uploaded.id)).embedding);
    const waiting = { state: 'waiting', passages: 0, reason: 'PROVIDER_TIMEOUT' };
    expect((await document(uploaded.id)).embedding).toEqual(waiting);
    behaviour = 'normal';
    await service.prisma.knowledgeEmbeddingJob.updateMany({
      where: { agentId },
      data: { dueAt: new Date(0) },
    });
    await until('there are embeddings', async () => (await document(uploaded.id)).embedding.state === 'done');
    expect((await document(uploaded.id)).embedding).toEqual({ state: 'done', passages: 3 });
    const listed = await call('GET', `${base()}/documents`, { key });
    expect(listed.body[0].embedding).toEqual({ state: 'done', passages: 3 });
    const sizes = meanings.requests.map(({ body }) => (body as { input: string[] }).input.length);
    expect(Math.max(...sizes)).toBe(2);
    await jobsDone();
  });

  it('fails with a reason when the provider refuses, and retries on the next change', async () => {
    await configure();
    behaviour = 'refuse';
    const { id } = await upload('# One\nA\n');
    await until('it has failed', async () => (await document(id)).embedding.state === 'failed');
    expect((await document(id)).embedding).toEqual({
      state: 'failed',
      passages: 0,
      reason: 'PROVIDER_REFUSED',
      detail: 'HTTP 401: Incorrect API key provided.',
    });
    behaviour = 'normal';
    await addAll();
    await until('there are embeddings', async () => (await document(id)).embedding.state === 'done');
  });

  it('falls back to keyword search with a recorded reason for any provider failure', async () => {
    await configure();
    await addAll();
    await foundByMeaning();
    const told: string[] = [];
    for (const [how] of FAILURES) {
      // A new configuration resets its circuit breaker.
      await configure();
      behaviour = how;
      const { topics, details } = await ask('When is breakfast?');
      expect(topics).toMatchObject([{ name: 'Breakfast' }]);
      told.push(`${how}: ${details.withoutMeaning}`);
    }
    expect(told).toEqual(FAILURES.map(([how, reason]) => `${how}: ${reason}`));
  });

  it('pauses requests to a provider after three failures', async () => {
    await configure();
    await addAll();
    await foundByMeaning();
    behaviour = 'hang';
    for (let time = 0; time < 3; time++) await ask('When is breakfast?');
    const asked = meanings.requests.length;
    const { details } = await ask('When is breakfast?');
    expect([details.withoutMeaning, meanings.requests.length]).toEqual(['PROVIDER_UNREACHABLE', asked]);
  });

  it("is tested like other services and uses only the account's provider", async () => {
    await configure();
    const { body } = await call('POST', '/v1/providers/meanings/test', { key });
    expect(body).toMatchObject({
      ok: true,
      services: [{ service: 'embeddings', message: 'It made a vector of 384 numbers.' }],
    });
    const other = await service.createAccount();
    agentId = await service.createAgent(other, AGENT);
    key = await service.createKey(other);
    await addAll();
    meanings.requests.length = 0;
    await ask();
    await jobsDone();
    expect(meanings.requests).toEqual([]);
    const spaces = await service.prisma.knowledgeEmbedding.findMany({
      where: { agentId },
      distinct: ['space'],
    });
    expect(spaces.map(({ space }) => space)).toEqual(['local-all-minilm-l6-v2-callers-2']);
  });
});
