import { defaultBrain, RealtimeStandIn } from '../stand-ins/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import type { Brain } from '../stand-ins/index.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { ownAddress } from '../support/own-address.js';
import { until } from '../support/until.js';
import { freePort } from '../support/free-port.js';
import { Baresip } from './support/baresip.js';
import { type Behaviour, CalledPhone } from './support/called-phone.js';
import { tone, toneMs } from './support/tones.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const BRIEFING = 'A guest wants to know where the old station is.';
const HOLD = 'Please wait a moment.';
/** Two-second tones of caller and target. */
const CALLER_HZ = 700;
const PERSON_HZ = 1_100;
const FAILED = 'I am sorry, nobody is there.';

/** Port of the second softphone. */
let deskPort: number;
/** A target with a scripted phone. */
let shift: CalledPhone;
let atShift: Behaviour = () => undefined;
let realtime: RealtimeStandIn;
let fixture: PhoneFixture;
let speech: TestSpeech;
/** The tool the model calls instead of greeting. */
let wanted: { name: string; arguments: string };
const told: string[] = [];

const brain: Brain = (input) => {
  const { history, tools } = input;
  // A voice with a single sentence, for the target or the waiting caller.
  if (tools.length === 0) return defaultBrain(input);
  const last = history.at(-1);
  if (last?.role !== 'tool') return { kind: 'call', ...wanted };
  told.push(last.output);
  return { kind: 'say', text: FAILED };
};

beforeAll(async () => {
  deskPort = await freePort();
  shift = await CalledPhone.open((phone, invite) => atShift(phone, invite));
  speech = await createTestSpeech();
  realtime = await RealtimeStandIn.start({ brain });
  await synthesise(FAILED, 24_000);
  fixture = await createPhoneFixture(
    {
      schemaVersion: 1,
      greeting: 'Hello.',
      models: { endToEnd: { provider: 'openai' } },
      builtInTools: ['transfer', 'send_dtmf'],
      transfer: {
        destinations: [
          { name: 'desk', to: { sipUri: `sip:desk@${ownAddress()}:${deskPort}` } },
          { name: 'reception', description: 'Anything else.', to: { number: '+442079460001' } },
          {
            name: 'colleague',
            to: { sipUri: `sip:desk@${ownAddress()}:${deskPort}` },
            warm: { holdMessage: HOLD },
          },
          {
            name: 'shift',
            to: { sipUri: `sip:shift@${ownAddress()}:${shift.port}` },
            warm: { briefing: BRIEFING, acceptPrompt: 'Press one to take the call.' },
          },
          { name: 'satellite', to: { number: '+881612345678' } },
        ],
      },
    },
    { env: { REALTIME_URL: realtime.url, SIP_TRANSFER_TIMEOUT_MS: '2500' } },
  );
});

afterAll(async () => {
  await fixture?.close();
  await realtime?.close();
  await speech?.close();
  shift?.close();
});

beforeEach(() => void told.splice(0));
afterEach(() => fixture?.nothingLeft());

const transferTo = (target: string, briefing?: string) => ({
  name: 'transfer',
  arguments: JSON.stringify({ target, briefing }),
});

const agentIsOut = () => until('the agent is out of the call', () => realtime.openSessions === 0, 15_000);

/** A connected target keeps the caller while this instance has no lease. */
async function loseLeaseForAMoment(): Promise<void> {
  const inService = fixture.app.module<typeof import('./support/in-service.js')>(
    'test/telephony/support/in-service.ts',
  );
  expect(await inService.loseLease()).toEqual([false, true]);
}

async function heardBy(phone: Baresip) {
  const { samples, sampleRateHz } = await phone.heard();
  const at = (timeMs: number) => Math.floor((timeMs * sampleRateHz) / 1_000);
  return {
    share: (sentence: string, fromMs: number, toMs = Infinity) =>
      speech.heardShare({ samples: samples.subarray(at(fromMs), at(toMs)), sampleRateHz }, sentence),
    /** Duration of an audible tone. */
    toneMs: (hz: number, fromMs: number, toMs = Infinity) =>
      toneMs(samples.subarray(at(fromMs), at(toMs)), sampleRateHz, hz),
  };
}

/** The newest call after its end. */
const lastCall = () =>
  until('the call is on record', async () => {
    const newest = await fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId },
      orderBy: { startedAt: 'desc' },
      include: { events: { orderBy: { position: 'asc' } } },
    });
    return newest?.endedAt ? newest : undefined;
  });

describeWith(['baresip'], describe)('agent on the phone', () => {
  it('transfers its caller to a person and leaves the call', async () => {
    wanted = transferTo('desk');
    const desk = await Baresip.start({ transport: 'udp', codec: 'pcmu', answersOn: deskPort });
    const caller = await Baresip.start({ transport: 'udp', codec: 'pcmu' });
    try {
      await caller.call(fixture.uri());
      await until('the person has the caller', () => desk.has('CALL_ESTABLISHED'), 15_000);
      const { endReason, events } = await lastCall();
      expect(endReason).toBe('transferred');
      expect(events.find(({ kind }) => kind === 'transfer')?.details).toMatchObject({
        target: 'desk',
        done: true,
      });
      expect(desk.has('CALL_CLOSED')).toBe(false);
    } finally {
      await caller.stop();
      await desk.stop();
    }
  });

  it('briefs a person and then connects the caller', async () => {
    wanted = transferTo('colleague', BRIEFING);
    const desk = await Baresip.start({ transport: 'udp', codec: 'pcmu', answersOn: deskPort });
    const caller = await Baresip.start({ transport: 'udp', codec: 'opus' });
    try {
      await caller.call(fixture.uri());
      await until('the person is called', () => desk.has('CALL_ESTABLISHED'), 15_000);
      await agentIsOut();
      const [briefedMs, waitedMs] = [await desk.heardMs(), await caller.heardMs()];
      await loseLeaseForAMoment();
      await caller.speak(tone(CALLER_HZ));
      await desk.speak(tone(PERSON_HZ));
      await until(
        'both have heard the other for a while',
        async () => (await desk.heardMs()) > briefedMs + 5_000 && (await caller.heardMs()) > waitedMs + 5_000,
        20_000,
      );
      expect(realtime.openSessions).toBe(0);
      await desk.hangUp();
      await until('the caller is told that it is over', () => caller.has('CALL_CLOSED'));
      const told = await heardBy(desk);
      expect(await told.share(BRIEFING, 0, briefedMs)).toBeGreaterThanOrEqual(0.8);
      expect(told.toneMs(CALLER_HZ, 0, briefedMs)).toBe(0);
      expect(told.toneMs(CALLER_HZ, briefedMs)).toBeGreaterThan(1_500);
      const heard = await heardBy(caller);
      expect(await heard.share(HOLD, 0, waitedMs)).toBeGreaterThanOrEqual(0.6);
      expect(heard.toneMs(PERSON_HZ, waitedMs)).toBeGreaterThan(1_500);
    } finally {
      await caller.stop();
      await desk.stop();
    }
    const { endReason, events, media } = await lastCall();
    expect(endReason).toBe('transferred');
    expect(events.find(({ kind }) => kind === 'transfer')?.details).toMatchObject({
      target: 'colleague',
      briefing: BRIEFING,
      done: true,
    });
    expect(media).toMatchObject({
      codec: 'opus',
      person: { codec: 'PCMU', hangUp: { by: 'caller', how: 'bye' } },
    });
  });

  it('sends DTMF keys once each', async () => {
    wanted = { name: 'send_dtmf', arguments: '{"digits":"42*#"}' };
    const caller = await Baresip.start({ transport: 'udp', codec: 'pcmu' });
    try {
      await caller.call(fixture.uri());
      const heard = () =>
        caller.events.filter(({ type }) => type === 'CALL_DTMF_START').map(({ param }) => param);
      await until(`the keys come\n${caller.log}`, () => heard().length >= 4 && told.length === 1, 15_000);
      expect(heard().join('')).toBe('42*#');
      expect(told).toEqual(['done']);
      await caller.hangUp();
    } finally {
      await caller.stop();
    }
  });
});

/** A scripted caller in a running call, and the agent's reaction. */
async function inCall(
  use: (phone: RawPhone) => Promise<void>,
  sdp = (phone: RawPhone) => phone.sdp(),
): Promise<void> {
  const { host, port } = fixture;
  const phone = await RawPhone.open(host, { host, port });
  try {
    phone.invite(NUMBER, [], sdp(phone));
    await phone.answered('INVITE', 200);
    phone.ack(NUMBER);
    await use(phone);
  } finally {
    phone.bye(NUMBER);
    await phone.answered('BYE', 200);
    phone.close();
  }
}

/** The agent's REFER. */
const referTo = (phone: RawPhone) => until('a REFER comes', () => phone.requests('REFER')[0], 15_000);
const agentIsTold = () => until('the agent is told', () => told[0], 15_000);

describe('agent with a failed transfer', () => {
  it.each([
    ['busy', '486 Busy Here', 'The line is busy.'],
    ['not answering', '480 Temporarily Unavailable', 'Nobody answered.'],
    ['not to be reached', '404 Not Found', 'The destination cannot be reached.'],
  ])('learns that the destination is %s and continues', async (_what, status, words) => {
    wanted = transferTo('Reception');
    await inCall(async (phone) => {
      const refer = await referTo(phone);
      expect(refer).toMatch(/^Refer-To: <sip:\+442079460001@/m);
      expect(refer).toMatch(/^Referred-By: </m);
      phone.accept(refer);
      phone.notify(NUMBER, 'SIP/2.0 100 Trying', 'active;expires=60');
      phone.notify(NUMBER, `SIP/2.0 ${status}`, 'terminated;reason=noresource');
      expect(await agentIsTold()).toContain(words);
    });
    const { endReason, events } = await lastCall();
    expect(endReason).toBe('client-close');
    expect(events.find(({ kind }) => kind === 'transfer')?.details).toMatchObject({ done: false });
  });

  it('learns that the peer rejects transfers and continues', async () => {
    wanted = transferTo('reception');
    await inCall(async (phone) => {
      phone.answer(await referTo(phone), '603 Decline');
      expect(await agentIsTold()).toContain('rejected');
    });
  });

  it('leaves a transferred call when the peer accepts and hangs up', async () => {
    wanted = transferTo('reception');
    await inCall(async (phone) => phone.accept(await referTo(phone)));
    const { endReason, events } = await lastCall();
    expect(endReason).toBe('transferred');
    expect(events.find(({ kind }) => kind === 'transfer')?.details).toMatchObject({
      target: 'reception',
      done: true,
    });
  });

  it('reports no transfer when the peer hangs up without notice', async () => {
    wanted = transferTo('reception');
    await inCall(async (phone) => void (await referTo(phone)));
    expect((await lastCall()).endReason).toBe('client-close');
  });

  it('times out without a transfer notification', async () => {
    wanted = transferTo('reception');
    await inCall(async (phone) => {
      phone.accept(await referTo(phone));
      expect(await agentIsTold()).toContain('no report arrived in time');
    });
  });

  it('transfers only to named destinations, and not to premium or satellite numbers', async () => {
    for (const [target, words] of [
      [
        '+4490000000',
        'There is no such destination. Possible are: desk, reception, colleague, shift, satellite.',
      ],
      ['satellite', 'may not be called'],
    ] as const) {
      told.splice(0);
      wanted = transferTo(target);
      await inCall(async (phone) => {
        expect(await agentIsTold()).toContain(words);
        expect(phone.requests('REFER')).toEqual([]);
      });
    }
  });

  it('sends DTMF by INFO when the peer lacks telephone-event', async () => {
    wanted = { name: 'send_dtmf', arguments: '{"digits":"4#"}' };
    const withoutEvents = (phone: RawPhone) =>
      phone
        .sdp()
        .replace(' 101', '')
        .replace(/a=rtpmap.*\r\n/, '');
    await inCall(async (phone) => {
      for (const [index, key] of ['4', '#'].entries()) {
        const info = await until('an INFO comes', () => phone.requests('INFO')[index], 15_000);
        expect(info).toContain(`Signal=${key}`);
        phone.accept(info);
      }
      expect(await agentIsTold()).toBe('done');
    }, withoutEvents);
  });
});

describe('agent with a transfer target that does not take the caller', () => {
  it.each([
    ['is busy', 'The line is busy.', (phone, invite) => phone.answer(invite, 486)],
    ['declines', 'The call was rejected.', (phone, invite) => phone.answer(invite, 603)],
    ['does not answer', 'Nobody answered.', (phone, invite) => phone.answer(invite, 180)],
    [
      'hangs up during the briefing',
      'The call was rejected.',
      (phone, invite) => {
        phone.pickUp(invite);
        void phone.came('ACK').then(() => phone.bye(invite));
      },
    ],
    [
      'presses another key than 1',
      'The call was rejected.',
      (phone, invite) => {
        phone.pickUp(invite);
        void phone.came('ACK').then(() => phone.press(invite, '2'));
      },
    ],
  ] satisfies [string, string, Behaviour][])(
    'learns that it %s and continues',
    async (_what, words, behaviour) => {
      wanted = transferTo('shift');
      shift.received.splice(0);
      atShift = behaviour;
      await inCall(async () => {
        expect(await agentIsTold()).toContain(words);
        expect(told[0]).toContain('The caller is still on the line');
      });
      expect(shift.requests('INVITE')[0]).toMatch(new RegExp(`^From: <sip:\\${NUMBER}@`, 'm'));
      const { endReason, events } = await lastCall();
      expect(endReason).toBe('client-close');
      expect(events.find(({ kind }) => kind === 'transfer')?.details).toMatchObject({ done: false });
    },
  );

  it('connects the caller only once the person presses 1', async () => {
    wanted = transferTo('shift');
    shift.received.splice(0);
    atShift = (phone, invite) => phone.pickUp(invite);
    await inCall(async () => {
      const invite = await shift.came('INVITE');
      await until('the person is briefed', () => shift.packetsHeard > 50, 15_000);
      expect(told).toEqual([]);
      shift.press(invite, '1');
      await agentIsOut();
    });
    await shift.came('BYE');
    expect((await lastCall()).endReason).toBe('client-close');
  });
});
