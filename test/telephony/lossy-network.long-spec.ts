import { UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';
import { seeded } from './support/seeded.js';
import { sipp } from './support/sipp.js';

const LOSS = 0.2;
const AUDIO_LOSS = 0.05;
const SEED = 7;
/** Total and concurrent calls with audio. */
const CALLS = Number(process.env['PHONE_LOSSY_CALLS'] ?? 1_000);
const AT_ONCE = 60;
/** 20 ms packets spoken by each caller. */
const PACKETS = 75;
const MOST_PACKETS = 1_500;

describeWith(['sipp'], describe)('phone calls over a network that loses 20 % of SIP messages', () => {
  let fixture: PhoneFixture;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        trunk: { allowedAddresses: ['127.0.0.1'] },
        env: { CALL_MAX_CONCURRENT: '500' },
        overrides: {
          quotas: { concurrentCalls: 500, concurrentCallsPerAgent: 500, unconnectedCalls: 500 },
        },
      },
    );
  });

  afterAll(() => fixture?.close());

  it('are all set up and ended, and leave nothing', async () => {
    // In order: SIPp treats a 100 after the 200 as an error.
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
    // The last lost messages are retransmitted for 32 s.
    await fixture.nothingLeft(70_000);
  }, 240_000);

  it('are heard both ways while 5 % of audio is lost, and leave nothing', async () => {
    const random = seeded(SEED);
    const outcomes = { heard: 0, packets: 0, failed: [] as string[] };
    const callers = Array.from({ length: AT_ONCE }, async (_, caller) => {
      for (let call = caller; call < CALLS; call += AT_ONCE) {
        await lossyCall(random).then(
          (packets) => {
            outcomes.heard += 1;
            outcomes.packets += packets;
          },
          (error: unknown) => outcomes.failed.push(String(error)),
        );
      }
    });
    await Promise.all(callers);
    const mean = Math.round(outcomes.packets / Math.max(1, outcomes.heard));
    console.info(`of ${CALLS} calls ${outcomes.heard} were heard both ways, ${mean} packets each`);
    expect(outcomes.failed).toEqual([]);
    await fixture.nothingLeft(70_000);
    // Records are written after the calls.
    await until(
      'no record is open',
      async () => (await fixture.app.prisma.conversation.count({ where: { endedAt: null } })) === 0,
    );
  }, 1_200_000);

  /** A call with standard retransmissions under loss. @returns The packets heard. */
  async function lossyCall(random: () => number): Promise<number> {
    const host = '127.0.0.1';
    const phone = await RawPhone.open(host, { host, port: fixture.port }, { share: LOSS, random });
    const ear = await RtpEar.open(host, { share: AUDIO_LOSS, random });
    try {
      phone.invite(NUMBER, [], phone.sdp('sendrecv', ear.port));
      const { text } = await repeated(phone, 'INVITE');
      phone.ack(NUMBER);
      const port = Number(/^m=audio (\d+)/m.exec(text)?.[1]);
      let answers = phone.answers.length;
      // No audio before the ACK arrived, which may take several tries.
      const isDone = (packet: number) =>
        packet >= PACKETS && (ear.heard.length >= PACKETS / 5 || packet >= MOST_PACKETS);
      for (let packet = 0; !isDone(packet); packet += 1) {
        ear.send(port, packet);
        // A lost ACK makes the answer repeat.
        if (phone.answers.length > answers) phone.again();
        answers = phone.answers.length;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      phone.bye(NUMBER);
      await repeated(phone, 'BYE');
      if (ear.heard.length === 0) throw new Error('nothing was heard');
      return ear.heard.length;
    } finally {
      phone.close();
      ear.close();
    }
  }

  it('are answered 600 of 600 at ten a second for a minute on a good one', async () => {
    const args = ['-sn', 'uac', `127.0.0.1:${fixture.port}`, '-i', '127.0.0.1', '-s', NUMBER];
    const result = await sipp([...args, '-r', '10', '-m', '600', '-d', '2000']);
    expect(result).toMatchObject({ successful: 600, failed: 0 });
    await fixture.nothingLeft(70_000);
  }, 240_000);

  it('end when the answer is never acknowledged', async () => {
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

/** Retransmits the last request until its final answer, per timers A and E. */
async function repeated(phone: RawPhone, method: 'INVITE' | 'BYE') {
  const final = () => phone.answers.find((answer) => answer.method === method && answer.status >= 200);
  const longestMs = method === 'INVITE' ? Infinity : 4_000;
  let pauseMs = 500;
  for (
    const beganMs = performance.now();
    performance.now() - beganMs < 64_000;
    pauseMs = Math.min(pauseMs * 2, longestMs)
  ) {
    const found = await until(`${method} is answered`, final, pauseMs).catch(() => undefined);
    if (found) return found;
    phone.again();
  }
  throw new Error(`${method} was not answered`);
}
