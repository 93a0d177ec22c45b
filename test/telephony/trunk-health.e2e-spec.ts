import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';

const CALLED = '+442079460123';
let fixture: PhoneFixture;
let server: CalledPhone;
/** What the server makes of OPTIONS; undefined: nothing. */
let answers: number | undefined;

beforeAll(async () => {
  server = await CalledPhone.open(
    (phone, invite) => {
      phone.answer(invite, 180);
      phone.pickUp(invite);
      void phone.came('ACK').then(() => phone.speak(invite));
    },
    (phone, options) => answers !== undefined && phone.answer(options, answers),
  );
  fixture = await createPhoneFixture(
    { schemaVersion: 1, greeting: 'Hello.' },
    {
      env: { OUTBOUND_SILENCE_MS: '500', SIP_OPTIONS_SECONDS: '1' },
      trunk: { host: server.host, port: server.port, allowedPrefixes: ['+44'] },
    },
  );
});

afterAll(async () => {
  await fixture?.close();
  server?.close();
});

interface Health {
  readonly state: string;
  readonly status: number | null;
}

const path = () => `/v1/telephony/trunks/${fixture.trunkId}`;
const test = (body: object = {}, id = path()) => fixture.request('POST', `${id}/test`, body);
const health = async (state: string) =>
  until(`the trunk is ${state}`, async () => {
    const { body } = await fixture.request('GET', path());
    const found = body['health'] as Health | null;
    return found?.state === state ? found : undefined;
  });

describe('a trunk with a server', () => {
  it('is asked again and again, and its health is told by the API and the metrics', async () => {
    answers = 200;
    expect(await health('up')).toMatchObject({ status: 200, address: server.host, reason: null });
    answers = undefined;
    expect(await health('down')).toMatchObject({ status: null, reason: 'no answer' });
    answers = 503;
    expect(await until('it is asked again', async () => (await health('down')).status)).toBe(503);
    const metrics = await (await fetch(`${fixture.app.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^earshot_sip_trunks_down\{.*\} 1$/m);
    answers = 405;
    expect(await health('up')).toMatchObject({ status: 405 });
  });

  it('is tried by a call that measures ringing, answer and audio, and ends by itself', async () => {
    answers = 200;
    const { status, body } = await test({ toNumber: CALLED });
    expect([status, body]).toEqual([
      200,
      {
        health: expect.objectContaining({ state: 'up', status: 200 }),
        call: {
          outcome: 'answered',
          ringingMs: expect.any(Number),
          answeredMs: expect.any(Number),
          codec: 'PCMU',
          packetsReceived: expect.any(Number),
          packetsLost: 0,
        },
      },
    ]);
    expect((body['call'] as { packetsReceived: number }).packetsReceived).toBeGreaterThan(50);
    const [invite = ''] = server.requests('INVITE');
    expect(invite).toMatch(new RegExp(`^INVITE sip:\\${CALLED}@`));
    expect(invite).toMatch(new RegExp(`^From: .*<sip:\\${NUMBER}@`, 'im'));
    await server.came('BYE');
    await fixture.nothingLeft();
  });

  it('is not tried with a number that it may not call, or that is not ours', async () => {
    const before = server.requests('INVITE').length;
    expect((await test({ toNumber: '+15550100' })).status).toBe(400);
    expect((await test({ toNumber: CALLED, fromNumber: '+15550100' })).status).toBe(400);
    expect(server.requests('INVITE')).toHaveLength(before);
  });

  it('is not tried while it is switched off', async () => {
    await fixture.request('PATCH', path(), { enabled: false });
    expect(await test()).toMatchObject({ status: 409, body: { error_code: 'TRUNK_NOT_TESTABLE' } });
    await fixture.request('PATCH', path(), { enabled: true });
  });

  it('is nobody’s to try from another account', async () => {
    const key = await fixture.app.createKey(await fixture.app.createAccount());
    const { status } = await fetch(`${fixture.app.baseUrl}${path()}/test`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(404);
  });
});
