import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { Browser, createPerson } from '../support/people.js';

const MAX_BYTES = 20_000;
const KEYLESS = { schemaVersion: 1, models: { traditional: { llm: { provider: 'starter' } } } } as const;
const ENDPOINT = { name: 'Pager', url: 'https://example.com/hook', event_types: ['alerts.triggered'] };
const RULE = {
  name: 'Crashes',
  metric: 'call_crashes',
  operator: '>=',
  threshold_value: 1,
  window_duration: '5m',
};

describe('account', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    service = await createTestApp({
      env: { AGENT_DOCUMENT_MAX_BYTES: String(MAX_BYTES) },
      overrides: {
        quotas: { agents: 3, connectors: 3, deployments: 5, apiKeys: 20, people: 1, textChats: 6 },
        textChats: { maxTurns: 6, maxCharacters: 6_000 },
      },
    });
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  const refusedWith = (answer: HttpAnswer, status: number, code: string, said: RegExp) => {
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
    expect(answer.body.error).toMatch(said);
  };

  /** Sends concurrent requests. @returns The created objects; all others must exceed the limit. */
  async function makeMany(count: number, ask: () => Promise<HttpAnswer>, code: string, said: RegExp) {
    const answers = await Promise.all(Array.from({ length: count }, ask));
    for (const answer of answers.filter(({ status }) => status >= 300)) refusedWith(answer, 409, code, said);
    return answers.filter(({ status }) => status < 300);
  }

  it('cannot grow a draft beyond its limit, even by many small patches', async () => {
    const agentId = await service.createAgent(account);
    const path = `/v1/agents/${agentId}/draft`;
    const prompt = 'x'.repeat(2_000);
    let answer: HttpAnswer;
    let revision = 1;
    do {
      const document = { variants: { [`v${revision}`]: { overrides: { prompt } } } };
      answer = await call('PATCH', path, { key, body: { revision, document } });
      if (answer.status === 200) revision = answer.body.revision;
    } while (answer.status === 200 && revision < 30);
    refusedWith(answer, 400, 'AGENT_DOCUMENT_TOO_LARGE', /^document must not be larger than 20000 bytes/);
    const draft = await service.prisma.draft.findUniqueOrThrow({ where: { agentId } });
    expect(Buffer.byteLength(JSON.stringify(draft.document))).toBeLessThanOrEqual(MAX_BYTES);
    expect(Buffer.byteLength(JSON.stringify(draft.document))).toBeGreaterThan(MAX_BYTES / 2);
    const replaced = { revision, document: { schemaVersion: 1, languageCode: 'en-GB', prompt } };
    expect((await call('PUT', path, { key, body: replaced })).status).toBe(200);
  });

  it('is limited in agents, also for concurrent creates and copies', async () => {
    const path = `/v1/accounts/${account.accountId}/agents`;
    const create = () => call('POST', path, { key, body: { name: 'x' } });
    const said = /quota agents of the account is 3, and 3 are used\. .* quotas set ACCOUNT agents NUMBER$/;
    const made = await makeMany(6, create, 'AGENT_LIMIT_REACHED', said);
    expect(made).toHaveLength(3);
    const first = made[0]?.body.agentId as string;
    const sent = await call('POST', `/v1/agents/${first}/duplicate`, { key, body: { name: 'y' } });
    refusedWith(sent, 409, 'AGENT_LIMIT_REACHED', /quota agents/);
    expect((await call('DELETE', `/v1/agents/${first}`, { key })).status).toBe(204);
    expect((await create()).status).toBeLessThan(300);
  });

  it('is limited in the size of a test set, which can still become smaller', async () => {
    const agentId = await service.createAgent(account);
    const sets = `/v1/agents/${agentId}/test-sets`;
    const { testSet } = (await call('POST', sets, { key, body: { name: 'Long' } })).body;
    const cases = `${sets}/${testSet.id}/cases`;
    const long = { say: 'x'.repeat(1_900), expect: [] };
    const body = { name: 'Long', turns: Array.from({ length: 50 }, () => long) };
    let [added, answer] = [0, await call('POST', cases, { key, body })];
    for (; answer.status === 201 && added < 20; added++) answer = await call('POST', cases, { key, body });
    refusedWith(answer, 400, 'TEST_SET_TOO_LARGE', /^The cases of a test set must not be larger than 524288/);
    expect(added).toBe(5);
    const [first] = (await call('GET', `${sets}/${testSet.id}`, { key })).body.testSet.cases;
    expect((await call('DELETE', `${cases}/${first.id}`, { key })).status).toBe(204);
    expect((await call('POST', cases, { key, body })).status).toBe(201);
  });

  it('is limited in connectors over all its agents', async () => {
    const agents = [await service.createAgent(account), await service.createAgent(account)];
    let next = 0;
    const create = () =>
      call('POST', `/v1/agents/${agents[next++ % 2]}/telephony/connectors`, { key, body: { name: 'x' } });
    const said = /quota connectors .* is 3, and 3 are used/;
    expect(await makeMany(6, create, 'CONNECTOR_LIMIT_REACHED', said)).toHaveLength(3);
  });

  it('keeps deployments up to the limit and still answers repeated requests', async () => {
    const [agentId, other] = [await service.createAgent(account), await service.createAgent(account)];
    const publish = (id: string, headers?: Record<string, string>) =>
      call('POST', `/v1/agents/${id}/deployments/publish`, { key, body: {}, headers });
    const keyed = { 'idempotency-key': 'last' };
    for (let i = 0; i < 4; i++) expect((await publish(i % 2 ? agentId : other)).status).toBe(201);
    const last = await publish(agentId, keyed);
    expect(last.status).toBe(201);
    const refused = await publish(agentId);
    refusedWith(refused, 409, 'DEPLOYMENT_LIMIT_REACHED', /quota deployments .* is 5, and 5 are used/);
    const { id } = last.body.deployment;
    const again = await call('POST', `/v1/agents/${agentId}/deployments/${id}/rollback`, {
      key,
      headers: { 'idempotency-key': 'x' },
    });
    refusedWith(again, 409, 'DEPLOYMENT_LIMIT_REACHED', /quota deployments/);
    expect((await publish(agentId, keyed)).body).toEqual(last.body);
    expect((await call('DELETE', `/v1/agents/${other}`, { key })).status).toBe(204);
    expect((await publish(agentId)).status).toBe(201);
  });

  it('is limited in API keys, and can create another after a revocation', async () => {
    const create = () => call('POST', '/v1/api-keys', { key, body: { name: 'x', scopes: ['agents:read'] } });
    const said = /quota apiKeys .* is 20, and 20 are used/;
    const made = await makeMany(25, create, 'API_KEY_LIMIT_REACHED', said);
    expect(made).toHaveLength(19);
    await call('DELETE', `/v1/api-keys/${made[0]?.body.id}`, { key });
    expect((await create()).status).toBe(201);
  });

  it('is limited in people', async () => {
    const page = await Browser.of(service, await createPerson(service, account));
    const body = { email: 'x@y.zz', role: 'owner' };
    const answer = await page.send('POST', '/v1/invitations', { body });
    refusedWith(answer, 409, 'PERSON_LIMIT_REACHED', /quota people .* is 1, and 1 are used/);
  });

  it.each([
    ['webhook endpoints', '/v1/webhook-endpoints', ENDPOINT, 'WEBHOOK_ENDPOINT_LIMIT_REACHED'],
    ['alert rules', '/v1/alert-rules', RULE, 'ALERT_RULE_LIMIT_REACHED'],
  ])('has ten %s unless the operator allows more', async (_what, path, body, code) => {
    const create = () => call('POST', path, { key, body });
    const made = await makeMany(20, create, code, / is 10, and 10 are used/);
    expect(made).toHaveLength(10);
    const one = `${path}/${made[0]?.body.id}`;
    expect((await call('DELETE', one, { key })).status).toBe(204);
    expect((await call('GET', one, { key })).status).toBe(404);
    expect((await create()).status).toBe(201);
  });

  it('is limited in open text conversations until some expire', async () => {
    const path = `/v1/agents/${await service.createAgent(account, KEYLESS)}/debug-chat`;
    const begin = () => call('POST', path, { key, body: { clientEnv: 'draft' } });
    const said = /quota textChats .* is 6, and 6 are used/;
    const begun = await makeMany(7, begin, 'TEXT_CHAT_LIMIT_REACHED', said);
    expect(begun).toHaveLength(6);
    const ids = begun.map(({ body }) => body.conversationId as string);
    const usedAt = new Date(Date.now() - 3_600_000);
    await service.prisma.textChat.updateMany({ where: { conversationId: { in: ids } }, data: { usedAt } });
    await service.provider<{ run(): Promise<void> }>('ChatStore').run();
    const ended = { id: { in: ids }, endReason: 'idle' };
    expect(await service.prisma.conversation.count({ where: ended })).toBe(6);
    const more = await call('POST', `${path}/${ids[0]}`, { key, body: { message: 'hi' } });
    expect(more.body.error_code).toBe('CONVERSATION_ENDED');
    expect((await begin()).status).toBe(201);
  });

  it.each([
    ['turns', 'hi', 4, /^The conversation has 6 turns/],
    ['words', 'hi '.repeat(1_000), 3, /^The conversation has \d+ characters, and 6000 is the most/],
  ])('is limited in the %s of a text conversation', async (_what, message, atMost, said) => {
    const path = `/v1/agents/${await service.createAgent(account, KEYLESS)}/debug-chat`;
    const begun = await call('POST', path, { key, body: { clientEnv: 'draft' } });
    const say = () => call('POST', `${path}/${begun.body.conversationId}`, { key, body: { message } });
    let answer = await say();
    for (let count = 1; answer.status === 200; count += 1) {
      expect(count).toBeLessThanOrEqual(atMost);
      answer = await say();
    }
    refusedWith(answer, 409, 'TEXT_CHAT_TOO_LONG', said);
  });

  it.each(['http://example.com/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/', 'https://localhost/'])(
    'sends no webhooks to %s unless the operator allows private networks',
    async (url) => {
      const { body: endpoint } = await call('POST', '/v1/webhook-endpoints', { key, body: ENDPOINT });
      const path = `/v1/webhook-endpoints/${endpoint.id}`;
      refusedWith(await call('PATCH', path, { key, body: { url } }), 400, 'SCHEMA_VALIDATION_FAILED', /url/);
      expect((await call('GET', path, { key })).body.url).toBe(ENDPOINT.url);
    },
  );
});
