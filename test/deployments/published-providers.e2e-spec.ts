import type { AgentDocument } from '../../src/agent-document/index.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';

const PROMPT: AgentDocument = { schemaVersion: 1, prompt: 'You help.' };
const FIXED: AgentDocument = {
  schemaVersion: 1,
  intents: [{ name: 'hours', examples: ['when are you open'], reply: 'We open at nine.' }],
};

describe('providers of a published version', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let model: OpenAiStandIn;
  let account: TestAccount;
  let key: string;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: () => ({ kind: 'say', text: 'From a model.' }) });
    service = await createTestApp({ env: { ALLOW_PRIVATE_NETWORKS: 'providers' } });
    call = httpClient(service.baseUrl);
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  async function put(name: string, llm: string): Promise<void> {
    const body = { preset: 'openai-compatible', url: model.url, services: { llm: { model: llm } } };
    const { status } = await call('PUT', `/v1/providers/${name}`, { key, body });
    expect(status).toBe(200);
  }

  /** The provider that answers a chat, and its model. */
  async function answerOf(agentId: string, clientEnv: string) {
    const before = model.requests.length;
    const body = { clientEnv, message: 'when are you open' };
    const answer = await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body });
    expect([answer.status, answer.body.error_message]).toEqual([201, undefined]);
    const asked = model.requests.slice(before).map((request) => (request.body as { model: string }).model);
    return { says: answer.body.response as string, asked };
  }

  async function changes(agentId: string): Promise<HttpAnswer['body']> {
    const { body } = await call('GET', `/v1/agents/${agentId}/deployments/active`, { key });
    const from = body.activeDeployments.sandbox.id as string;
    const path = `/v1/agents/${agentId}/deployments/diff?from=${from}&to=draft`;
    return (await call('GET', path, { key })).body.changes;
  }

  it('stay the same when one is added until the next publish, which previews the change', async () => {
    const agentId = await service.createAgent(account, FIXED);
    await publish(service, account, agentId, 'sandbox');
    const fixed = { says: 'We open at nine.', asked: [] };
    expect(await answerOf(agentId, 'sandbox')).toEqual(fixed);
    expect(await changes(agentId)).toEqual([]);
    await put('mine', 'm1');
    expect(await answerOf(agentId, 'sandbox')).toEqual(fixed);
    const fresh = { says: 'From a model.', asked: ['m1'] };
    expect(await answerOf(agentId, 'draft')).toEqual(fresh);
    expect(await changes(agentId)).toContainEqual({
      path: '/models/traditional/llm/provider',
      before: 'starter',
      after: 'mine',
      resolved: true,
    });
    await publish(service, account, agentId, 'sandbox');
    expect(await answerOf(agentId, 'sandbox')).toEqual(fresh);
    expect(await changes(agentId)).toEqual([]);
  });

  it('keep their models when these change, also in promotions and rollbacks', async () => {
    const agentId = await service.createAgent(account, PROMPT);
    await put('mine', 'm1');
    await publish(service, account, agentId, 'sandbox');
    await put('mine', 'm2');
    expect((await answerOf(agentId, 'sandbox')).asked).toEqual(['m1']);
    expect((await answerOf(agentId, 'draft')).asked).toEqual(['m2']);
    const { body } = await call('GET', `/v1/agents/${agentId}/deployments/active`, { key });
    const first = body.activeDeployments.sandbox.id as string;
    const promoted = await call('POST', `/v1/agents/${agentId}/deployments/${first}/promote`, {
      key,
      body: {},
    });
    expect(promoted.status).toBe(200);
    const environment = promoted.body.deployment.environment as string;
    expect((await answerOf(agentId, environment)).asked).toEqual(['m1']);
    await publish(service, account, agentId, 'sandbox');
    expect((await answerOf(agentId, 'sandbox')).asked).toEqual(['m2']);
    const back = await call('POST', `/v1/agents/${agentId}/deployments/${first}/rollback`, { key, body: {} });
    expect(back.status).toBe(200);
    expect((await answerOf(agentId, 'sandbox')).asked).toEqual(['m1']);
  });

  it('fall back to the first available one when removed', async () => {
    const agentId = await service.createAgent(account, PROMPT);
    await put('mine', 'm1');
    await publish(service, account, agentId, 'sandbox');
    await put('other', 'm3');
    expect((await answerOf(agentId, 'sandbox')).asked).toEqual(['m1']);
    expect((await call('DELETE', '/v1/providers/mine', { key })).status).toBe(204);
    expect((await answerOf(agentId, 'sandbox')).asked).toEqual(['m3']);
  });

  it('of old versions are fixed at the first start after the upgrade', async () => {
    const agentId = await service.createAgent(account, FIXED);
    await publish(service, account, agentId, 'sandbox');
    await service.prisma.$executeRaw`UPDATE deployments SET providers = NULL WHERE agent_id = ${agentId}`;
    const next = await createTestApp({
      databaseUrl: service.databaseUrl,
      env: { ALLOW_PRIVATE_NETWORKS: 'providers' },
    });
    try {
      await until('they are kept', async () => {
        const rows = await service.prisma.deployment.findMany({ where: { agentId } });
        return rows.every(({ providers }) => providers !== null);
      });
      await put('mine', 'm1');
      const body = { clientEnv: 'sandbox', message: 'when are you open' };
      const answer = await httpClient(next.baseUrl)('POST', `/v1/agents/${agentId}/debug-chat`, {
        key,
        body,
      });
      expect(answer.body.response).toBe('We open at nine.');
    } finally {
      await next.close();
    }
  });
});
