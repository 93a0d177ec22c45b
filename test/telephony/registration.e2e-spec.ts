import { until } from '../support/until.js';
import { type Kamailio, startKamailio } from './support/kamailio.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const LOGIN = { username: 'office', password: 'correct-horse-7' };

describeWith(['kamailio'], describe)('a trunk that this service registers at', () => {
  let fixture: PhoneFixture;
  let provider: Kamailio;

  beforeAll(async () => {
    provider = await startKamailio({ ...LOGIN, expiresSeconds: 4 });
    // This machine is no trunk here: only the registration lets the provider's calls in.
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      { trunk: { allowedAddresses: ['203.0.113.1'] } },
    );
  });

  afterAll(async () => {
    await fixture?.close();
    await provider?.stop();
  });

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

  /** Whether the provider says that nobody is registered. */
  async function isUnknown(): Promise<boolean> {
    const caller = await RawPhone.open(fixture.host, provider);
    try {
      caller.invite(NUMBER);
      // A call that was passed on to us before we were gone is answered by nobody.
      const answered = () => caller.answers.find((answer) => answer.status >= 200);
      const final = await until('the provider answers', answered, 500).catch(() => undefined);
      if (final) caller.ack(NUMBER);
      return final?.status === 480;
    } finally {
      caller.close();
    }
  }

  it('gets calls from it, renews in time, and takes itself back', async () => {
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
      // Through the provider, which has put itself on the way.
      expect(caller.answers.at(-1)?.text).toMatch(/^Record-Route:/im);
      caller.ack(NUMBER);
      await fixture.request('DELETE', `/v1/telephony/trunks/${trunkId}`);
      await until('the provider knows of nobody any more', () => isUnknown());
    } finally {
      caller.close();
    }
  });

  it('is told of by name when it refuses the login', async () => {
    const trunkId = await create('another-horse-8');
    const state = await until('it has failed', async () => {
      const found = await registration(trunkId);
      return found.state === 'failed' && found;
    });
    expect(state.reason).toMatch(/^401/);
    await fixture.request('DELETE', `/v1/telephony/trunks/${trunkId}`);
  });
});
