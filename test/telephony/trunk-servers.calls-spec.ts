import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { type Kamailio, startKamailio } from './support/kamailio.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const CALLED = '+442079460123';
const LOGIN = { username: 'office', password: 'correct-horse-7' };
let fixture: PhoneFixture;
let server: CalledPhone;
/** The server's answer to OPTIONS; undefined for none. */
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
      env: { SIP_OPTIONS_SECONDS: '1' },
      overrides: { outboundCalls: { silenceMs: 1_500 } },
      // This machine may not call: only its registration admits the provider's calls.
      trunk: {
        ...{ host: server.host, port: server.port, allowedPrefixes: ['+44'] },
        allowedAddresses: ['203.0.113.1'],
      },
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
  until(
    `the trunk is ${state}`,
    async () => {
      const { body } = await fixture.request('GET', path());
      const found = body['health'] as Health | null;
      return found?.state === state ? found : undefined;
    },
    20_000,
  );

describe('trunk with a server', () => {
  it('is probed repeatedly, with its health in the API and metrics', async () => {
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

  it('is tested by a call that measures ringing, answer and audio, and ends', async () => {
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
    expect((body['call'] as { packetsReceived: number }).packetsReceived).toBeGreaterThan(20);
    const [invite = ''] = server.requests('INVITE');
    expect(invite).toMatch(new RegExp(`^INVITE sip:\\${CALLED}@`));
    expect(invite).toMatch(new RegExp(`^From: .*<sip:\\${NUMBER}@`, 'im'));
    await server.came('BYE');
    await fixture.nothingLeft();
  });

  it('is not tested with a forbidden or foreign number', async () => {
    const before = server.requests('INVITE').length;
    expect((await test({ toNumber: '+15550100' })).status).toBe(400);
    expect((await test({ toNumber: CALLED, fromNumber: '+15550100' })).status).toBe(400);
    expect(server.requests('INVITE')).toHaveLength(before);
  });

  it('is not tested while disabled', async () => {
    await fixture.request('PATCH', path(), { enabled: false });
    expect(await test()).toMatchObject({ status: 409, body: { error_code: 'TRUNK_NOT_TESTABLE' } });
    await fixture.request('PATCH', path(), { enabled: true });
  });

  it('cannot be tested by another account', async () => {
    const key = await fixture.app.createKey(await fixture.app.createAccount());
    const { status } = await fetch(`${fixture.app.baseUrl}${path()}/test`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(404);
  });
});

describeWith(['kamailio'], describe)('trunk this service registers at', () => {
  let provider: Kamailio;

  beforeAll(async () => {
    provider = await startKamailio({ ...LOGIN, expiresSeconds: 6 });
  });
  afterAll(() => provider?.stop());

  const registration = async (trunkId: string) => {
    const { body } = await fixture.request('GET', `/v1/telephony/trunks/${trunkId}`);
    return body['registration'] as { state: string; until: string | null; reason: string | null };
  };

  const create = async (password: string) => {
    const { status, body } = await fixture.request('POST', '/v1/telephony/trunks', {
      name: 'Provider',
      host: provider.host,
      port: provider.port,
      register: true,
      loginUsername: LOGIN.username,
      loginPassword: password,
    });
    expect(status).toBe(201);
    return String(body['trunkId']);
  };

  /** Whether the provider reports no registration. */
  async function isUnknown(): Promise<boolean> {
    const caller = await RawPhone.open(fixture.host, provider);
    try {
      caller.invite(NUMBER);
      // A call forwarded before we unregistered is not answered.
      const answered = () => caller.answers.find((answer) => answer.status >= 200);
      const final = await until('the provider answers', answered, 500).catch(() => undefined);
      if (final) caller.ack(NUMBER);
      return final?.status === 480;
    } finally {
      caller.close();
    }
  }

  it('registers, receives calls, renews in time and unregisters', async () => {
    await until('the provider runs', isUnknown, 20_000);
    const trunkId = await create(LOGIN.password);
    const first = await until(`registered\n${provider.output()}`, async () => {
      const state = await registration(trunkId);
      return state.state === 'registered' && state;
    });
    await until('it is renewed', async () => (await registration(trunkId)).until !== first.until, 10_000);
    const caller = await RawPhone.open(fixture.host, provider);
    try {
      caller.invite(NUMBER);
      await caller.answered('INVITE', 200);
      // Through the provider, which has added itself to the route.
      expect(caller.answers.at(-1)?.text).toMatch(/^Record-Route:/im);
      caller.ack(NUMBER);
      await fixture.request('DELETE', `/v1/telephony/trunks/${trunkId}`);
      await until('the provider knows of nobody any more', isUnknown);
    } finally {
      caller.close();
    }
  });

  it('reports a refused login with its status', async () => {
    const trunkId = await create('another-horse-8');
    const state = await until('it has failed', async () => {
      const found = await registration(trunkId);
      return found.state === 'failed' && found;
    });
    expect(state.reason).toMatch(/^401/);
    await fixture.request('DELETE', `/v1/telephony/trunks/${trunkId}`);
  });
});
