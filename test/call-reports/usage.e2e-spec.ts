import type { NewConversation } from '../../src/conversations/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { beginCall, type RecordedCall } from './support/recorded-call.js';

/** Has prices (test/support/service/prices.yaml), unlike the other. */
const llm = { stage: 'llm', provider: 'openai', model: 'small' } as const;
const stt = { stage: 'stt', provider: 'deepgram', model: 'nova' } as const;

describe('usage', () => {
  let service: TestApp;

  beforeAll(() => {
    service = sharedApp();
  });
  afterAll(() => service?.close());

  async function record({ accountId }: TestAccount, details: Partial<NewConversation>, tokens = 1_000_000) {
    const startedAt = details.startedAt ?? new Date();
    const call = await beginCall(service, { accountId, ...details, startedAt });
    await call.usage({ ...llm, inputTokens: tokens / 2, outputTokens: 10 });
    await call.usage({ ...llm, inputTokens: tokens / 2, cachedTokens: 0, outputTokens: 20 });
    await call.usage({ ...stt, audioMs: 1_499.6 });
    await call.end({ at: new Date(startedAt.getTime() + 90_000), reason: 'hang-up', crashed: false });
    return call.id;
  }

  const read = async (account: TestAccount, query: string, agentIds?: string[]) => {
    const key = await service.createKey(account, { agentIds });
    return httpClient(service.baseUrl)('GET', `/v1/usage?${query}`, { key });
  };

  it("is summed in a call's record by stage, provider and model", async () => {
    const account = await service.createAccount();
    const id = await record(account, {});
    const key = await service.createKey(account);
    const { body } = await httpClient(service.baseUrl)('GET', `/v1/conversations/${id}`, { key });
    expect(body.conversation.usage).toEqual([
      { ...llm, inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 30 },
      { ...stt, audioMs: 1_500 },
    ]);
  });

  it('is reported by day with calls, duration and priced items', async () => {
    const account = await service.createAccount();
    await record(account, { startedAt: new Date('2026-01-01T23:59:59Z') });
    await record(account, { startedAt: new Date('2026-01-02T00:00:00Z') });
    await record(account, { startedAt: new Date('2026-01-02T12:00:00Z') });
    await record(account, { startedAt: new Date('2026-01-03T00:00:00Z') });
    const { status, body } = await read(account, 'from=2026-01-01&to=2026-01-03&groupBy=day');
    expect(status).toBe(200);
    expect(body).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-03T00:00:00.000Z',
      groupBy: 'day',
      currency: 'EUR',
      groups: [
        expect.objectContaining({ key: '2026-01-01', calls: 1, callSeconds: 90 }),
        {
          key: '2026-01-02',
          calls: 2,
          callSeconds: 180,
          cost: expect.closeTo(2.00012, 8),
          usage: [
            {
              ...llm,
              inputTokens: 2_000_000,
              cachedTokens: 0,
              outputTokens: 60,
              cost: expect.closeTo(2.00012, 8),
            },
            { ...stt, audioMs: 3_000, cost: null },
          ],
        },
      ],
    });
  });

  it('is reported by agent and provider, including calls without providers', async () => {
    const account = await service.createAccount();
    await record(account, { agentId: 'agent-a' });
    await record(account, { agentId: 'agent-b' });
    const plain = await beginCall(service, { accountId: account.accountId, agentId: 'agent-c' });
    await plain.end({ at: new Date(), reason: 'hang-up', crashed: false });
    const byAgent = await read(account, 'groupBy=agent');
    expect(byAgent.body.groups).toMatchObject([
      { key: 'agent-a', calls: 1 },
      { key: 'agent-b', calls: 1 },
      { key: 'agent-c', calls: 1, cost: null, usage: [] },
    ]);
    const byProvider = await read(account, 'groupBy=provider');
    expect(byProvider.body.groups).toMatchObject([
      { key: 'deepgram', calls: 2, callSeconds: 180, usage: [stt] },
      { key: 'openai', calls: 2, callSeconds: 180, usage: [llm] },
    ]);
  });

  it("covers the account, limited to the key's agents", async () => {
    const account = await service.createAccount();
    await record(account, { agentId: 'agent-mine' });
    await record(account, { agentId: 'agent-other' });
    const limited = await read(account, 'groupBy=agent', ['agent-mine']);
    expect(limited.body.groups).toMatchObject([{ key: 'agent-mine' }]);
    const foreign = await read(await service.createAccount(), 'groupBy=agent');
    expect(foreign.body.groups).toEqual([]);
  });

  it('is reported per conversation to its account and permitted keys', async () => {
    const account = await service.createAccount();
    const id = await record(account, { agentId: 'agent-mine' });
    const cost = async (asked: TestAccount, agentIds?: string[]) => {
      const key = await service.createKey(asked, { agentIds });
      return httpClient(service.baseUrl)('GET', `/v1/conversations/${id}/cost`, { key });
    };
    expect((await cost(account, ['agent-mine'])).body).toEqual({
      conversationId: id,
      currency: 'EUR',
      cost: expect.closeTo(1.00006, 8),
      usage: [
        {
          ...llm,
          inputTokens: 1_000_000,
          cachedTokens: 0,
          outputTokens: 30,
          cost: expect.closeTo(1.00006, 8),
        },
        { ...stt, audioMs: 1_500, cost: null },
      ],
    });
    const others = [await cost(await service.createAccount()), await cost(account, ['agent-other'])];
    for (const answer of others)
      expect([answer.status, answer.body]).toEqual([404, envelope(answer, 'CONVERSATIONS_NOT_FOUND')]);
  });

  it.each([['from=2026-01-02&to=2026-01-02'], ['from=2020-01-01&to=2026-01-01'], ['groupBy=month']])(
    'is rejected for %s',
    async (query) => {
      const answer = await read(await service.createAccount(), query);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
    },
  );

  it("comes with daily call outcomes, latency, interruptions and errors within a key's limits", async () => {
    const account = await service.createAccount();
    const { accountId } = account;
    const beginAt = (day: string, agentId: string) =>
      beginCall(service, { accountId, agentId, startedAt: new Date(day) });
    const answer = (call: RecordedCall, day: string, heardMs: number, interrupted: boolean) =>
      call.turn({
        turnId: `turn-${heardMs}`,
        speaker: 'agent',
        text: 'Yes.',
        startedAt: new Date(day),
        endedAt: new Date(day),
        interrupted,
        latency: { heardMs },
      });
    const one = await beginAt('2026-02-01T10:00:00Z', 'agent-one');
    await one.connected(new Date('2026-02-01T10:00:01Z'));
    for (const ms of [100, 200, 300]) await answer(one, '2026-02-01T10:00:05Z', ms, ms === 300);
    await one.end({ at: new Date('2026-02-01T10:01:00Z'), reason: 'client-close', crashed: false });
    const two = await beginAt('2026-02-01T11:00:00Z', 'agent-two');
    await two.end({ at: new Date('2026-02-01T11:00:30Z'), reason: 'agent-failed', crashed: true });
    const daily = async (query: string, agentIds?: string[]) => {
      const key = await service.createKey(account, { agentIds });
      const span = 'from=2026-02-01&to=2026-02-10';
      const { body } = await httpClient(service.baseUrl)('GET', `/v1/metrics/daily?${span}${query}`, { key });
      return body.days;
    };
    const ofOne = {
      ...{ day: '2026-02-01', calls: 1, failed: 0, notConnected: 0, callSeconds: 60 },
      ...{ providerErrors: 0, toolErrors: 0, answers: 3, interruptions: 1 },
      ...{ latencyP50Ms: 200, latencyP95Ms: 300 },
    };
    expect(await daily('')).toEqual([{ ...ofOne, calls: 2, failed: 1, callSeconds: 90 }]);
    expect(await daily('&agentId=agent-one')).toEqual([ofOne]);
    expect(await daily('', ['agent-one'])).toEqual([ofOne]);
    expect(await daily('&agentId=agent-two', ['agent-one'])).toEqual([]);
  });

  it("comes with each agent's live calls and today's failures within a key's limits", async () => {
    const account = await service.createAccount();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const [before, today] = [day(3), day(2)];
    const { accountId } = account;
    const begin = (agentId: string, startedAt: string) =>
      beginCall(service, { accountId, agentId, startedAt: new Date(startedAt) });
    const end = (call: RecordedCall, at: string, crashed: boolean) =>
      call.end({ at: new Date(at), reason: crashed ? 'agent-failed' : 'client-close', crashed });
    await end(await begin('agent-one', `${before}T23:59:00Z`), `${before}T23:59:30Z`, true);
    await end(await begin('agent-one', `${today}T10:00:00Z`), `${today}T10:00:30Z`, true);
    await end(await begin('agent-one', `${today}T11:00:00Z`), `${today}T11:00:30Z`, false);
    const running = await begin('agent-two', `${before}T22:00:00Z`);
    await until('it is on record', () =>
      service.prisma.conversation.findUnique({ where: { id: running.id } }),
    );
    const now = async (agentIds?: string[]) => {
      const key = await service.createKey(account, { agentIds });
      const { body } = await httpClient(service.baseUrl)('GET', `/v1/metrics/agents?from=${today}`, { key });
      return body;
    };
    const one = { agentId: 'agent-one', callsNow: 0, calls: 2, errors: 1 };
    const two = { agentId: 'agent-two', callsNow: 1, calls: 0, errors: 0 };
    expect(await now()).toEqual({ from: `${today}T00:00:00.000Z`, callsNow: 1, agents: [one, two] });
    expect((await now(['agent-one'])).agents).toEqual([one]);
    await end(running, `${today}T12:00:00Z`, false);
  });
});
