import { Webhook } from 'standardwebhooks';
import { newId } from '../../src/common/ids/index.js';
import type { LostInstances, NewConversation } from '../../src/conversations/index.js';
import { newConversation } from '../conversations/support/new-conversation.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';
import { beginCall } from './support/recorded-call.js';

const EVENT_TYPES = ['conversation.started', 'conversation.ended'] as const;
const startedAt = new Date('2026-01-01T10:00:00.000Z');

describe('call events', () => {
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

  /** An account with an endpoint for both events. */
  async function subscriber() {
    const account = await service.createAccount();
    const path = `/${account.accountId}`;
    const endpoint = await webhookFixture(service).createEndpoint(account, `${receiver.baseUrl}${path}`, {
      eventTypes: [...EVENT_TYPES],
    });
    const told = () =>
      receiver.requests
        .filter((request) => request.path === path)
        .map(({ headers, body }) => ({ headers, body, event: JSON.parse(body) }));
    return { account, endpoint, told };
  }

  const begin = ({ accountId }: TestAccount, details: Partial<NewConversation> = {}) =>
    beginCall(service, { accountId, startedAt, ...details });

  const hangUp = { at: new Date(startedAt.getTime() + 60_000), reason: 'client-close', crashed: false };

  it("reach a subscriber signed and once each, with the record's data", async () => {
    const { account, endpoint, told } = await subscriber();
    const record = await begin(account, { caller: '+441632960001', version: 'a'.repeat(32) });
    const started = await until('the start is told', () => told()[0]);
    expect(started.event).toEqual({
      id: started.headers['webhook-id'],
      type: 'conversation.started',
      timestamp: expect.any(String),
      data: {
        conversation: expect.objectContaining({
          id: record.id,
          agentId: 'agent-1',
          caller: '+441632960001',
          version: 'a'.repeat(32),
          startedAt: startedAt.toISOString(),
        }),
      },
    });
    await record.turn({ turnId: '1', speaker: 'caller', text: 'Are you open?', startedAt });
    await record.turn({ turnId: '2', speaker: 'agent', text: 'Yes.', startedAt, latency: { heardMs: 700 } });
    const tool = { name: 'hours', outcome: 'ok', durationMs: 12 } as const;
    const asked = { callId: 'tcall_1', arguments: '{}', answer: 'nine to five', attempts: 1 };
    await record.event({ kind: 'tool-call', at: startedAt, ...tool, ...asked });
    await record.end(hangUp);
    const ended = await until('the end is told', () => told()[1]);
    expect(ended.event).toMatchObject({
      type: 'conversation.ended',
      data: {
        conversation: {
          id: record.id,
          endReason: 'client-close',
          durationMs: 60_000,
          turns: [
            { speaker: 'caller', text: 'Are you open?' },
            { speaker: 'agent', text: 'Yes.', latency: { heardMs: 700 } },
          ],
          events: [{ kind: 'tool-call', details: tool }],
        },
        replyTimes: { replies: 1, p50Ms: 700, p95Ms: 700 },
        omitted: { turns: 0, events: 0 },
      },
    });
    for (const { headers, body } of told()) {
      const signed = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      );
      expect(() => new Webhook(endpoint.secret).verify(body, signed)).not.toThrow();
    }
    const key = await service.createKey(account);
    const read = await httpClient(service.baseUrl)('GET', `/v1/conversations/${record.id}`, { key });
    const { audio: _audio, ...conversation } = read.body.conversation;
    expect(ended.event.data.conversation).toEqual(conversation);
  });

  it('are not created without a subscriber', async () => {
    const account = await service.createAccount();
    await webhookFixture(service).createEndpoint(account, receiver.baseUrl);
    await (await begin(account)).end(hangUp);
    expect(await service.prisma.conversationJob.count({ where: { accountId: account.accountId } })).toBe(0);
    expect(await service.prisma.webhookEvent.count({ where: { accountId: account.accountId } })).toBe(0);
  });

  it('wait for a disabled endpoint and can be recovered', async () => {
    const { account, endpoint, told } = await subscriber();
    const key = await service.createKey(account);
    const call = httpClient(service.baseUrl);
    const since = new Date().toISOString();
    await service.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { enabled: false } });
    await (await begin(account)).end(hangUp);
    await until(
      'they are on record',
      async () =>
        (await service.prisma.webhookEvent.count({ where: { accountId: account.accountId } })) === 2,
    );
    const path = `/v1/webhook-endpoints/${endpoint.id}`;
    await call('PATCH', path, { key, body: { enabled: true } });
    await call('POST', `${path}/recover`, { key, body: { since } });
    await until('both are told', () => told().length === 2);
  });

  it('omit text and numbers of a call whose text is not stored', async () => {
    const { account, told } = await subscriber();
    const record = await begin(account, { caller: '+441632960002', storeText: false });
    await record.turn({ turnId: '1', speaker: 'caller', text: 'my secret', startedAt });
    await record.end(hangUp);
    await until('both are told', () => told().length === 2);
    expect(JSON.stringify(told())).not.toMatch(/secret|441632960002/);
  });

  it('report a call of a dead process once', async () => {
    const { account, told } = await subscriber();
    const [id, instanceId] = [newId('conv'), newId('inst')];
    await service.prisma.instance.create({
      data: { id: instanceId, seenAt: startedAt, leaseExpiresAt: startedAt },
    });
    const { connectorId: _, ...details } = newConversation({ accountId: account.accountId, startedAt });
    await service.prisma.conversation.create({ data: { ...details, id, instanceId } });
    await service.provider<LostInstances>('LostInstances').endConversations();
    const ended = await until('the end is told', () => told()[0]);
    expect(ended.event).toMatchObject({
      type: 'conversation.ended',
      data: {
        conversation: {
          ...{ id, endReason: 'instance-lost', crashed: true, outcome: 'failed' },
          failure: { code: 'INSTANCE_LOST', message: expect.any(String) },
        },
      },
    });
  });

  it('are not duplicated when a job is rewritten after its event', async () => {
    const { account, told } = await subscriber();
    const record = await begin(account);
    await record.end(hangUp);
    await until('both are told', () => told().length === 2);
    const { accountId } = account;
    await service.prisma.conversationJob.createMany({
      data: ['started', 'ended'].map((kind) => ({ conversationId: record.id, kind, accountId })),
    });
    await until(
      'the jobs are done',
      async () => (await service.prisma.conversationJob.count({ where: { accountId } })) === 0,
      10_000,
    );
    expect(await service.prisma.webhookEvent.count({ where: { accountId } })).toBe(2);
    expect(await service.prisma.webhookDelivery.count({ where: { event: { accountId } } })).toBe(2);
  });
});
