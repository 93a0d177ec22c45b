import { Webhook } from 'standardwebhooks';
import type { NewConversation } from '../../src/conversations/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';
import { beginCall, type RecordedCall } from './support/recorded-call.js';

const startedAt = new Date('2026-01-01T10:00:00.000Z');
const at = new Date('2026-01-01T10:01:00.000Z');
const VALUES = { people: 2, name: 'Ada Lovelace', phone: '+442079460958' };
const hangUp = { at, reason: 'client-close', crashed: false };

describe('completed form of a call', () => {
  let service: TestApp;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    service = sharedApp();
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  async function subscriber(details: Partial<NewConversation> = {}) {
    const account = await service.createAccount();
    const path = `/${account.accountId}`;
    const endpoint = await webhookFixture(service).createEndpoint(account, `${receiver.baseUrl}${path}`, {
      eventTypes: ['conversation.form_completed'],
    });
    const told = () => receiver.requests.filter((request) => request.path === path);
    const call = await beginCall(service, { accountId: account.accountId, startedAt, ...details });
    const key = await service.createKey(account);
    return { account, endpoint, told, call, key };
  }

  const form = (
    call: RecordedCall,
    outcome: 'completed' | 'failed' | 'cancelled' = 'completed',
    values: object = VALUES,
  ) => call.event({ kind: 'form', at, name: 'table', outcome, values: { ...values } });

  it('is sent signed and once with its values, and exported', async () => {
    const { endpoint, told, call, key } = await subscriber();
    await form(call, 'cancelled', {});
    await form(call);
    const first = await until('the first is told', () => told()[0]);
    expect(JSON.parse(first.body)).toEqual({
      id: first.headers['webhook-id'],
      type: 'conversation.form_completed',
      timestamp: expect.any(String),
      data: {
        conversation: expect.objectContaining({ id: call.id, agentId: 'agent-1' }),
        form: { name: 'table', completedAt: at.toISOString(), values: VALUES },
      },
    });
    const signed = Object.entries(first.headers).map(([name, value]) => [name, String(value)]);
    const webhook = new Webhook(endpoint.secret);
    expect(() => webhook.verify(first.body, Object.fromEntries(signed))).not.toThrow();
    await form(call, 'completed', { ...VALUES, people: 3 });
    await until('the second is told', () => told().length === 2);
    await call.end(hangUp);
    const all = told().map(({ body }) => JSON.parse(body).data.form.values.people as number);
    expect(all).toEqual([2, 3]);
    const asked = httpClient(service.baseUrl);
    const { body: text } = await asked('GET', '/v1/conversations/export?format=csv', { key });
    expect(text).toContain('Ada Lovelace');
    expect(text.split('\r\n')[0]).toContain(',forms,');
  });

  it('omits values when text is not stored or redacted', async () => {
    const silent = await subscriber({ storeText: false });
    await form(silent.call);
    const told = await until('it is told', () => silent.told()[0]);
    expect(JSON.parse(told.body).data.form).toEqual({ name: 'table', completedAt: at.toISOString() });
    const redacting = await subscriber({ redact: ['phone_numbers'] });
    await form(redacting.call);
    const redacted = await until('it is told', () => redacting.told()[0]);
    expect(redacted.body).toContain('Ada Lovelace');
    expect(redacted.body).not.toContain('442079460958');
  });

  it('is deleted with its conversation, whether sent or not', async () => {
    const { account, told, call, key } = await subscriber({ caller: '+441632960009' });
    await form(call);
    await until('it is told', () => told()[0]);
    await call.end(hangUp);
    const asked = httpClient(service.baseUrl);
    const { status } = await asked('DELETE', '/v1/conversations?caller=%2B441632960009', { key });
    expect(status).toBe(200);
    const { accountId } = account;
    expect(await service.prisma.webhookEvent.count({ where: { accountId } })).toBe(0);
    expect(await service.prisma.conversationEvent.count({ where: { conversationId: call.id } })).toBe(0);
  });
});
