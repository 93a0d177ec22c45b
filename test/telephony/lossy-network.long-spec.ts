import { UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';
import { sipp } from './support/sipp.js';

const LOSS = 0.2;
const SEED = 7;

describeWith(['sipp'], describe)('phone calls over a network that loses a fifth of all SIP messages', () => {
  let fixture: PhoneFixture;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        trunk: { allowedAddresses: ['127.0.0.1'] },
        env: {
          CALL_MAX_CONCURRENT: '500',
          CALL_MAX_CONCURRENT_PER_ACCOUNT: '500',
          CALL_MAX_CONCURRENT_PER_AGENT: '500',
          CALL_MAX_UNCONNECTED_PER_ACCOUNT: '500',
        },
      },
    );
  });

  afterAll(() => fixture?.close());

  it('are set up and ended, every one, and leave nothing', async () => {
    // In order: SIPp takes a 100 that comes after the 200 for an error of its peer.
    const weather = { loss: LOSS, delayMs: 0, jitterMs: 0 };
    const relay = await UdpRelay.create(fixture.port, weather, seeded(SEED));
    try {
      const args = ['-sn', 'uac', `127.0.0.1:${relay.port}`, '-i', '127.0.0.1', '-s', NUMBER];
      const result = await sipp([...args, '-r', '10', '-m', '200', '-d', '1000']);
      console.info(`of 200 calls ${result.successful} succeeded`);
      expect(result).toMatchObject({ successful: 200, failed: 0 });
    } finally {
      relay.close();
    }
    // What was lost last is repeated for 32 s.
    await fixture.nothingLeft(70_000);
  }, 240_000);

  it('are answered 600 of 600 at ten a second for a minute on a good one', async () => {
    const args = ['-sn', 'uac', `127.0.0.1:${fixture.port}`, '-i', '127.0.0.1', '-s', NUMBER];
    const result = await sipp([...args, '-r', '10', '-m', '600', '-d', '2000']);
    expect(result).toMatchObject({ successful: 600, failed: 0 });
    await fixture.nothingLeft(70_000);
  }, 240_000);

  it('end by themselves when the answer is never acknowledged', async () => {
    const caller = await RawPhone.open('127.0.0.1', { host: '127.0.0.1', port: fixture.port });
    try {
      caller.invite(NUMBER);
      await caller.answered('INVITE', 200);
      const bye = await until('the server hangs up', () => caller.requests('BYE')[0], 45_000);
      caller.accept(bye);
      expect(
        caller.answers.filter(({ method, status }) => method === 'INVITE' && status === 200).length,
      ).toBeGreaterThan(5);
      await fixture.nothingLeft(70_000);
    } finally {
      caller.close();
    }
  }, 180_000);
});

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
