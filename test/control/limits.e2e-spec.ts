import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';

const MAX_BYTES = 20_000;

describe('an account', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    service = await createTestApp({
      env: {
        AGENT_DOCUMENT_MAX_BYTES: String(MAX_BYTES),
        AGENTS_PER_ACCOUNT: '3',
        CONNECTORS_PER_ACCOUNT: '3',
        DEPLOYMENTS_PER_ACCOUNT: '5',
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

  it('can’t grow a draft beyond its limit, not by many small patches either', async () => {
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

  it('has as many agents as it may have, also when it makes or copies several at once', async () => {
    const path = `/v1/accounts/${account.accountId}/agents`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', path, { key, body: { name: 'x' } })),
    );
    const made = answers.filter(({ status }) => status < 300);
    expect(made).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status >= 300))
      refusedWith(answer, 409, 'AGENT_LIMIT_REACHED', /at most 3 agents\..*AGENTS_PER_ACCOUNT/);
    const first = made[0]?.body.agentId as string;
    const sent = await call('POST', `/v1/agents/${first}/duplicate`, { key, body: { name: 'y' } });
    refusedWith(sent, 409, 'AGENT_LIMIT_REACHED', /at most 3 agents/);
    expect((await call('DELETE', `/v1/agents/${first}`, { key })).status).toBe(204);
    expect((await call('POST', path, { key, body: { name: 'x' } })).status).toBeLessThan(300);
  });

  it('has as many connectors as it may have, of all agents together', async () => {
    const agents = [await service.createAgent(account), await service.createAgent(account)];
    const make = (agentId: string) =>
      call('POST', `/v1/agents/${agentId}/telephony/connectors`, { key, body: { name: 'x' } });
    const answers = await Promise.all([...agents, ...agents, ...agents].map(make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201))
      refusedWith(answer, 409, 'CONNECTOR_LIMIT_REACHED', /at most 3 connectors\..*CONNECTORS_PER_ACCOUNT/);
  });

  it('keeps deployments up to the limit, and still answers repetitions', async () => {
    const [agentId, other] = [await service.createAgent(account), await service.createAgent(account)];
    const publish = (id: string, headers?: Record<string, string>) =>
      call('POST', `/v1/agents/${id}/deployments/publish`, { key, body: {}, headers });
    const keyed = { 'idempotency-key': 'last' };
    for (let i = 0; i < 4; i++) expect((await publish(i % 2 ? agentId : other)).status).toBe(201);
    const last = await publish(agentId, keyed);
    expect(last.status).toBe(201);
    const refused = await publish(agentId);
    refusedWith(refused, 409, 'DEPLOYMENT_LIMIT_REACHED', /at most 5 deployments\..*DEPLOYMENTS_PER_ACCOUNT/);
    const { id } = last.body.deployment;
    const again = await call('POST', `/v1/agents/${agentId}/deployments/${id}/rollback`, {
      key,
      headers: { 'idempotency-key': 'x' },
    });
    refusedWith(again, 409, 'DEPLOYMENT_LIMIT_REACHED', /at most 5/);
    expect((await publish(agentId, keyed)).body).toEqual(last.body);
    expect((await call('DELETE', `/v1/agents/${other}`, { key })).status).toBe(204);
    expect((await publish(agentId)).status).toBe(201);
  });
});
