import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

const CALLED = '+442079460123';
const ALWAYS = { start: '00:00', end: '23:59', timeZone: 'UTC' };
/** The one remaining minute is quiet too, if it is now. */
const LAST_MINUTE = { start: '23:59', end: '00:00', timeZone: 'UTC' };
const NO_RULES = { allowedPrefixes: [], blockedPrefixes: [], quietHours: null };

let fixture: PhoneFixture;
let phone: CalledPhone;
const invitedMs: number[] = [];

beforeAll(async () => {
  phone = await CalledPhone.open((one, invite) => {
    invitedMs.push(performance.now());
    one.pickUp(invite);
  });
  fixture = await createPhoneFixture(
    { schemaVersion: 1, greeting: 'Hello {{call.name | there}}.', languageCode: 'en-US' },
    {
      overrides: {
        quotas: { outboundCalls: 3, outboundCallsPerSecond: 2 },
        outboundCalls: { pollMs: 100 },
      },
      trunk: {
        allowedAddresses: ['203.0.113.1'],
        host: phone.host,
        port: phone.port,
        allowedPrefixes: ['+44'],
      },
    },
  );
});
afterAll(async () => {
  await fixture?.close();
  phone?.close();
});

const OF_ACCOUNT = '/v1/telephony/outbound-rules';
const ofAgent = () => `/v1/agents/${fixture.agentId}/telephony/outbound-rules`;
const calls = () => `/v1/agents/${fixture.agentId}/telephony/outbound-calls`;
const order = (more: object = {}) =>
  fixture.request('POST', calls(), { toNumber: CALLED, environment: 'live', ...more });

async function put(path: string, rules: object): Promise<void> {
  const { status, body } = await fixture.request('PUT', path, rules);
  expect([status, body]).toEqual([200, { ...NO_RULES, ...rules }]);
  expect(await fixture.request('GET', path)).toEqual({ status: 200, body });
}

const statusOf = async (callSid: unknown) =>
  (await fixture.request('GET', `${calls()}/${String(callSid)}/status`)).body as Record<string, string>;

describeWith([], describe)('rules of an account and of an agent', () => {
  const each = [
    ['the account', () => OF_ACCOUNT],
    ['the agent', ofAgent],
  ] as const;
  afterEach(async () => {
    for (const [, path] of each) await put(path(), {});
  });

  it.each(each)('of %s reject numbers that the trunk would accept', async (_, path) => {
    for (const rules of [{ allowedPrefixes: ['+4413'] }, { blockedPrefixes: ['+44207'] }]) {
      await put(path(), rules);
      const { status, body } = await order();
      expect([status, body['error_code']]).toEqual([400, 'OUTBOUND_CALLS_NUMBER_NOT_ALLOWED']);
    }
    await put(path(), { allowedPrefixes: ['+4420'], blockedPrefixes: ['+4420799'] });
    const { body } = await order();
    await until('it is answered', async () => (await statusOf(body['callSid']))['status'] === 'SUCCESS');
    await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
    await fixture.nothingLeft();
  });

  it.each(each)(
    'of %s hold a call in quiet hours, and fail it when a rule forbids it then',
    async (_, path) => {
      await put(OF_ACCOUNT, { quietHours: LAST_MINUTE });
      await put(path(), { quietHours: path() === OF_ACCOUNT ? { ...ALWAYS, end: '00:00' } : ALWAYS });
      const before = phone.requests('INVITE').length;
      const { body } = await order();
      await until('it waits', async () => (await statusOf(body['callSid']))['reason'] === 'quiet_hours');
      expect(phone.requests('INVITE')).toHaveLength(before);
      await put(path(), { blockedPrefixes: ['+44'] });
      await fixture.app.prisma.outboundCall.update({
        where: { id: String(body['callSid']) },
        data: { notBefore: new Date() },
      });
      await until('it has failed', async () => (await statusOf(body['callSid']))['reason'] === 'not_allowed');
    },
  );

  it.each([...each, ['the trunk', () => `/v1/telephony/trunks/${fixture.trunkId}`] as const])(
    'of %s release waiting calls as soon as quiet hours are lifted',
    async (of, path) => {
      const set = (quietHours: object | null) =>
        fixture.request(of === 'the trunk' ? 'PATCH' : 'PUT', path(), { quietHours });
      // Quiet hours for almost the whole day.
      await set(ALWAYS);
      const before = phone.requests('INVITE').length;
      const { body } = await order();
      await until('it waits', async () => (await statusOf(body['callSid']))['reason'] === 'quiet_hours');
      expect(phone.requests('INVITE')).toHaveLength(before);
      expect((await set(null)).status).toBe(200);
      await until('it is answered', async () => (await statusOf(body['callSid']))['status'] === 'SUCCESS');
      await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
      await fixture.nothingLeft();
    },
  );

  it('are rejected with an unknown time zone, and hidden from other accounts', async () => {
    const quietHours = { ...ALWAYS, timeZone: 'Europe/Londn' };
    const { status, body } = await fixture.request('PUT', OF_ACCOUNT, { quietHours });
    expect([status, body['error_code']]).toEqual([400, 'OUTBOUND_CALLS_VALIDATION_FAILED']);
    const other = await fixture.app.createAccount();
    const key = await fixture.app.createKey(other);
    const answer = await fetch(`${fixture.app.baseUrl}${ofAgent()}`, { headers: { 'X-API-KEY': key } });
    expect(answer.status).toBe(404);
  });
});

describeWith([], describe)('limits of an account', () => {
  it('limit calls per second and concurrent calls over all orders', async () => {
    const before = invitedMs.length;
    const orderedMs = performance.now();
    const orders = await Promise.all([order(), order(), order(), order()]);
    const standing = () => Promise.all(orders.map(({ body }) => statusOf(body['callSid'])));
    const answered = async () => (await standing()).filter(({ status }) => status === 'SUCCESS').length;
    await until('three are answered', async () => (await answered()) === 3);
    const [, , third = 0] = invitedMs.slice(before);
    expect(third - orderedMs).toBeGreaterThan(950);
    const waiting = (await standing()).find(({ status }) => status === 'QUEUED');
    expect(waiting).toMatchObject({ status: 'QUEUED' });
    expect(invitedMs).toHaveLength(before + 3);
    const [one] = (await standing()).filter(({ status }) => status === 'SUCCESS');
    await fixture.request('DELETE', `${calls()}/${one?.['callSid']}`);
    await until('the fourth is answered', async () => (await answered()) === 4);
    for (const { body } of orders) await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
    await fixture.nothingLeft();
  });
});

describeWith([], describe)('call placed by an agent', () => {
  it('sends the name of its number, and records its order data', async () => {
    const number = `/v1/agents/${fixture.agentId}/telephony/phone-numbers/${encodeURIComponent(NUMBER)}`;
    const named = await fixture.request('PATCH', number, { callerName: 'Harbour Hotel' });
    expect([named.status, named.body['callerName']]).toEqual([200, 'Harbour Hotel']);
    const refused = await fixture.request('PATCH', number, { callerName: 'a"b' });
    expect(refused.status).toBe(400);
    const { body } = await order({ metadata: { name: 'Ada', visits: 3 } });
    const callSid = String(body['callSid']);
    await until('it is answered', async () => (await statusOf(callSid))['status'] === 'SUCCESS');
    expect(phone.requests('INVITE').at(-1)).toMatch(/^From: "Harbour Hotel" <sip:\+442079460000@/im);
    // An order's value becomes a call variable.
    await until('it is greeted by name', () =>
      fixture.app.prisma.turn.findFirst({ where: { conversation: { callSid }, text: 'Hello Ada.' } }),
    );
    await fixture.request('DELETE', `${calls()}/${callSid}`);
    const { id } = await until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({ where: { callSid, endedAt: { not: null } } }),
    );
    const { body: record } = await fixture.request('GET', `/v1/conversations/${id}`);
    expect(record['conversation']).toMatchObject({ callSid, metadata: { name: 'Ada', visits: 3 } });
    const unnamed = await fixture.request('PATCH', number, { callerName: '' });
    expect(unnamed.body).not.toHaveProperty('callerName');
  });
});
