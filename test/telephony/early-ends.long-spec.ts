import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';
import { seeded } from './support/seeded.js';

/** Number of calls; override with `PHONE_EARLY_ENDS=10000 npm run test:long -- test/telephony/early-ends`. */
const CALLS = Number(process.env['PHONE_EARLY_ENDS'] ?? 2_000);
const AT_ONCE = Number(process.env['PHONE_EARLY_ENDS_AT_ONCE'] ?? 150);
const RING_MS = 500;
const MINUTES_MS = 60_000;
/** Transactions and retransmissions end 32 s after a call's last message (RFC 3261, 17: 64 * T1). */
const AFTERMATH_MS = 75_000;

interface Line {
  readonly phone: RawPhone;
  readonly ear: RtpEar;
}

type Ending = (line: Line) => Promise<unknown>;

const invite = ({ phone, ear }: Line) => phone.invite(NUMBER, [], phone.sdp('sendrecv', ear.port));
const answered = (line: Line) => line.phone.answered('INVITE', 200, 60_000);
const pickedUp = async (line: Line) => {
  invite(line);
  const { text } = await answered(line);
  line.phone.ack(NUMBER);
  return Number(/^m=audio (\d+)/m.exec(text)?.[1]);
};
const hungUp = (phone: RawPhone) => {
  phone.bye(NUMBER);
  return hasHungUp(phone);
};
/** The BYE is answered: with 481 only when the service hung up simultaneously. */
const hasHungUp = async (phone: RawPhone) => {
  const final = () => phone.answers.find(({ method, status }) => method === 'BYE' && status >= 200);
  const { status } = await until('the BYE is answered', final, 60_000);
  if (status === 200) return;
  if (status !== 481) throw new Error(`the BYE was answered ${status}`);
  // A slow machine may hang up after the service's audio timeout: then both do.
  await until('the BYE of the service comes', () => phone.requests('BYE')[0], 60_000);
};
/** The service hangs up, and gets an answer or none. */
const isHungUpOn = async ({ phone }: Line, isTold: boolean) => {
  const bye = await until('the service hangs up', () => phone.requests('BYE')[0], MINUTES_MS);
  if (isTold) phone.accept(bye);
};
const cancelled = async ({ phone }: Line, branch: string, isAcknowledged = true) => {
  phone.cancel(NUMBER, branch);
  const final = () => phone.answers.find(({ method, status }) => method === 'INVITE' && status >= 200);
  const { status } = await until('the invitation has its final answer', final, 60_000);
  if (isAcknowledged || status === 200) phone.ack(NUMBER);
  // If the answer was in flight, the call is ended normally.
  if (status === 200) await hungUp(phone);
};

/** Every kind of early end. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'CANCEL at once': (line) => cancelled(line, invite(line)),
  'CANCEL while it rings': async (line) => {
    const branch = invite(line);
    await line.phone.answered('INVITE', 180, 60_000);
    await cancelled(line, branch);
  },
  'CANCEL while it rings, and the refusal is never acknowledged': async (line) => {
    const branch = invite(line);
    await line.phone.answered('INVITE', 180, 60_000);
    await cancelled(line, branch, false);
  },
  'CANCEL that crosses the answer': async (line) => {
    const branch = invite(line);
    await answered(line);
    line.phone.cancel(NUMBER, branch);
    line.phone.ack(NUMBER);
    await hungUp(line.phone);
  },
  'BYE before the acknowledgement': async (line) => {
    invite(line);
    await answered(line);
    await hungUp(line.phone);
  },
  'BYE right after it': async (line) => {
    await pickedUp(line);
    await hungUp(line.phone);
  },
  'BYE that is followed by a re-INVITE': async (line) => {
    await pickedUp(line);
    line.phone.bye(NUMBER);
    line.phone.reinvite(NUMBER, line.phone.sdp('inactive'));
    await hasHungUp(line.phone);
  },
  'no acknowledgement': async (line) => {
    invite(line);
    await answered(line);
    await isHungUpOn(line, true);
  },
  'no acknowledgement, and nobody there any more': async (line) => {
    invite(line);
    await answered(line);
  },
  'no audio': async (line) => {
    await pickedUp(line);
    await isHungUpOn(line, true);
  },
  'no audio, and nobody there any more': async (line) => {
    await pickedUp(line);
    await isHungUpOn(line, false);
  },
  'audio that stops': async (line) => {
    const port = await pickedUp(line);
    for (let packet = 0; packet < 20; packet += 1) {
      line.ear.send(port, packet);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await isHungUpOn(line, true);
  },
  'a number that nobody has': async ({ phone }) => {
    phone.invite('+442079469999');
    await phone.answered('INVITE', 404, 60_000);
    phone.ack(NUMBER);
  },
  'a number that nobody has, and no acknowledgement': async ({ phone }) => {
    phone.invite('+442079469999');
    await phone.answered('INVITE', 404, 60_000);
  },
};

describe('phone calls with every kind of early end', () => {
  let fixture: PhoneFixture;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        env: {
          SIP_RING_MS: String(RING_MS),
          CALL_MAX_CONCURRENT: '2000',
        },
        overrides: {
          quotas: { concurrentCalls: 2_000, concurrentCallsPerAgent: 2_000, unconnectedCalls: 2_000 },
          media: { phoneSilenceTimeoutMs: 2_000 },
        },
        trunk: { maxCalls: 2_000, maxCallsPerSecond: 1_000 },
      },
    );
  });

  afterAll(() => fixture?.close());

  it(
    'leave no call, port, timer, transaction or record',
    async () => {
      const kinds = Object.entries(ENDINGS);
      const random = seeded(11);
      const order = Array.from({ length: CALLS }, () => kinds[Math.floor(random() * kinds.length)]);
      const failed: string[] = [];
      const beganBytes = process.memoryUsage().heapUsed;
      const callers = Array.from({ length: AT_ONCE }, async (_, caller) => {
        for (let call = caller; call < CALLS; call += AT_ONCE) {
          const [name = '', ending] = order[call] ?? [];
          const phone = await RawPhone.open(fixture.host, fixture);
          const ear = await RtpEar.open(fixture.host);
          await ending?.({ phone, ear }).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
          phone.close();
          ear.close();
        }
      });
      await Promise.all(callers);
      // Leaks are checked even when a call failed.
      if (failed.length > 0) console.warn(failed.join('\n'));
      await fixture.nothingLeft(AFTERMATH_MS);
      const { telephony, app } = fixture;
      await until(
        'no transaction is left',
        async () => {
          const { serverTransactions, clientTransactions } = await telephony.counts();
          return serverTransactions + clientTransactions === 0;
        },
        AFTERMATH_MS,
      );
      await until(
        'no record is open',
        async () => (await app.prisma.conversation.count({ where: { endedAt: null } })) === 0,
      );
      expect(failed).toEqual([]);
      const grownMiB = (process.memoryUsage().heapUsed - beganBytes) / 2 ** 20;
      console.info(
        `${CALLS} calls of ${kinds.length} kinds; the heap grew by ${grownMiB.toFixed(0)} MiB before collection`,
      );
    },
    60 * MINUTES_MS,
  );
});
