import type { NewConversation, RecordedEvent } from '../../src/conversations/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { beginCall } from './support/recorded-call.js';

interface Course extends Partial<NewConversation> {
  readonly crashed?: boolean;
  readonly isConnected?: boolean;
  readonly events?: readonly RecordedEvent[];
  readonly asks?: string;
}

const nothing = (at: Date): RecordedEvent => ({
  ...{ kind: 'knowledge', at, outcome: 'nothing', topics: [], durationMs: 5 },
});
const answeredBy = (at: Date, title: string): RecordedEvent => ({
  ...{ kind: 'knowledge', at, outcome: 'found', durationMs: 5 },
  topics: [{ id: 'topic_1', name: title, title }],
});
const transferred = (at: Date): RecordedEvent => ({ kind: 'transfer', at, target: '+4930123', done: true });

describe('reports of outcomes and questions', () => {
  let service: TestApp;

  beforeAll(() => {
    service = sharedApp();
  });
  afterAll(() => service?.close());

  async function record(
    { accountId }: TestAccount,
    { crashed = false, events = [], asks, ...course }: Course,
  ) {
    const { isConnected = true, startedAt = new Date(), ...details } = course;
    const call = await beginCall(service, { accountId, target: 'live', ...details, startedAt });
    if (isConnected) await call.connected(startedAt);
    if (asks !== undefined) await call.turn({ turnId: '1', speaker: 'caller', text: asks, startedAt });
    for (const event of events) await call.event(event);
    const reason = crashed ? 'agent-failed' : 'hang-up';
    await call.end({ at: new Date(startedAt.getTime() + 60_000), reason, crashed });
    return call.id;
  }

  const read = async (account: TestAccount, path: string, agentIds?: string[]) =>
    httpClient(service.baseUrl)('GET', `/v1/metrics/${path}`, {
      key: await service.createKey(account, { agentIds }),
    });

  it('count answered, handed over and failed calls, and those of the period before', async () => {
    const account = await service.createAccount();
    const startedAt = new Date('2026-03-02T22:30:00Z');
    await record(account, { startedAt });
    await record(account, { startedAt, events: [transferred(startedAt)] });
    await record(account, { startedAt, crashed: true });
    await record(account, { startedAt, isConnected: false });
    await record(account, { startedAt, target: 'draft' });
    await record(account, { startedAt: new Date('2026-03-01T12:00:00Z') });
    const path = 'outcomes?from=2026-03-02&to=2026-03-03&timeZone=Europe/Berlin';
    await until('the calls are counted', async () => (await read(account, path)).body.now.calls === 4);
    const { status, body } = await read(account, path);
    expect(status).toBe(200);
    const ways = { calls: 4, answered: 1, handedOver: 1, failed: 1, notConnected: 1 };
    expect(body).toEqual({
      from: '2026-03-02T00:00:00.000Z',
      to: '2026-03-03T00:00:00.000Z',
      timeZone: 'Europe/Berlin',
      now: { ...ways, judged: 0, successful: 0, callSeconds: 240 },
      before: expect.objectContaining({ calls: 1, answered: 1, failed: 0 }),
      days: [{ day: '2026-03-02', ...ways }],
      hours: [{ weekday: 1, hour: 23, calls: 4 }],
      failures: [{ code: 'AGENT_FAILED', message: 'The agent failed.', calls: 1 }],
    });
  });

  it('count the days of a time zone', async () => {
    const account = await service.createAccount();
    await record(account, { startedAt: new Date('2026-03-02T20:00:00Z') });
    const { body } = await read(account, 'outcomes?from=2026-03-02&to=2026-03-04&timeZone=Asia/Kolkata');
    expect(body.days).toMatchObject([{ day: '2026-03-03', calls: 1 }]);
    expect(body.hours).toEqual([{ weekday: 2, hour: 1, calls: 1 }]);
  });

  it('refuse a time zone that does not exist', async () => {
    const account = await service.createAccount();
    for (const timeZone of ['Mars/Olympus', '%2B05:00']) {
      const answer = await read(account, `outcomes?timeZone=${timeZone}`);
      expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
    }
  });

  it('list questions without an answer, and the topics that answered', async () => {
    const account = await service.createAccount();
    const startedAt = new Date();
    const asks = 'Do you have parking outside?';
    const first = await record(account, { startedAt, asks, events: [nothing(startedAt)] });
    await record(account, {
      startedAt,
      asks: 'what are your prices',
      events: [answeredBy(startedAt, 'Prices')],
    });
    await until('the questions are read', async () => {
      const { body } = await read(account, 'questions');
      return body.unanswered.length === 1 && body.topics.length === 1;
    });
    const { body } = await read(account, 'questions');
    expect(body.unanswered).toMatchObject([
      { question: asks, times: 1, examples: [], conversationId: first },
    ]);
    expect(body.topics).toMatchObject([{ title: 'Prices', calls: 1 }]);
  });

  it("cover the account, limited to the key's agents", async () => {
    const account = await service.createAccount();
    await record(account, { agentId: 'agent-mine' });
    await record(account, { agentId: 'agent-other' });
    expect((await read(account, 'outcomes', ['agent-mine'])).body.now.calls).toBe(1);
    expect((await read(account, 'outcomes?agentId=agent-other')).body.now.calls).toBe(1);
    expect((await read(await service.createAccount(), 'outcomes')).body.now.calls).toBe(0);
  });
});
