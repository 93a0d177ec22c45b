import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';

const PCMA = 8;
/** This service's payload type for Opus. */
const OPUS = 96;

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture({
    schemaVersion: 1,
    greeting:
      'Hello. You may ask me whatever you want, and I go on talking for a while, since somebody listens.',
    languageCode: 'en-US',
  });
});
afterEach(() => fixture?.nothingLeft());
afterAll(() => fixture?.close());

async function inCall(use: (phone: RawPhone, audio: RtpEar) => Promise<void>): Promise<void> {
  const { host, port } = fixture;
  const phone = await RawPhone.open(host, { host, port });
  const audio = await RtpEar.open(host);
  try {
    phone.invite(NUMBER, [], phone.sdp('sendrecv', audio.port));
    await phone.answered('INVITE', 200);
    phone.ack(NUMBER);
    await use(phone, audio);
  } finally {
    phone.bye(NUMBER);
    await phone.answered('BYE', 200);
    phone.close();
    audio.close();
  }
}

/** The SDP answer to the INVITE with that CSeq. */
async function answerTo(phone: RawPhone, sequence: number): Promise<string> {
  const { text } = await until('the INVITE is answered', () =>
    phone.answers.find((answer) => answer.status >= 200 && answer.text.includes(`CSeq: ${sequence} INVITE`)),
  );
  expect(text).toMatch(/^SIP\/2\.0 200/);
  return text;
}

it("switches codecs on a re-INVITE in the caller's order", async () => {
  await inCall(async (phone, audio) => {
    await until('the agent is heard', () => audio.payloadType === 0);
    const other = phone.sdp('sendrecv', audio.port).replace('RTP/AVP 0 101', 'RTP/AVP 8 0 101');
    phone.reinvite(NUMBER, other);
    expect(await answerTo(phone, 2)).toMatch(/^m=audio \d+ RTP\/AVP 8 101\r$/m);
    phone.ack(NUMBER);
    const heard = audio.heard.length;
    await until(
      'the agent is heard in it',
      () => audio.payloadType === PCMA && audio.heard.length > heard + 5,
    );
  });
  const { media } = await until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId, endedAt: { not: null } },
    }),
  );
  expect(media).toMatchObject({ codec: 'PCMA' });
});

it('offers all codecs on request, and accepts any of them', async () => {
  await inCall(async (phone, audio) => {
    await until('the agent is heard', () => audio.payloadType === 0);
    phone.reinvite(NUMBER, '');
    const offer = await answerTo(phone, 2);
    expect(offer).toMatch(/^m=audio \d+ RTP\/AVP 0 96 9 8 101\r$/m);
    const answer = phone.sdp('sendrecv', audio.port).replace('RTP/AVP 0 101', `RTP/AVP ${OPUS} 101`);
    phone.ack(NUMBER, answer.replace('a=sendrecv', `a=rtpmap:${OPUS} opus/48000/2\r\na=sendrecv`));
    await until('the agent is heard in it', () => audio.payloadType === OPUS);
  });
});

it('keeps the codec when a new offer has no supported one', async () => {
  await inCall(async (phone, audio) => {
    await until('the agent is heard', () => audio.payloadType === 0);
    phone.reinvite(NUMBER, phone.sdp('sendrecv', audio.port).replace('RTP/AVP 0 101', 'RTP/AVP 18 101'));
    await phone.answered('INVITE', 488);
    phone.ack(NUMBER);
    const heard = audio.heard.length;
    await until('the agent is still heard', () => audio.payloadType === 0 && audio.heard.length > heard);
  });
});

describe('call that replaces another (Replaces, RFC 3891)', () => {
  /** A call's dialog as a header value. */
  const dialogOf = (phone: RawPhone): string => {
    const text =
      phone.answers.find(({ method, status }) => method === 'INVITE' && status === 200)?.text ?? '';
    const tagOf = (field: string) => new RegExp(`^${field}: .*;tag=([^;\\r]+)`, 'im').exec(text)?.[1] ?? '';
    return `${phone.callId};to-tag=${tagOf('To')};from-tag=${tagOf('From')}`;
  };
  const invite = async (replaces: string, audioPort: number): Promise<RawPhone> => {
    const { host, port } = fixture;
    const phone = await RawPhone.open(host, { host, port });
    phone.invite(NUMBER, ['Require: replaces', `Replaces: ${replaces}`], phone.sdp('sendrecv', audioPort));
    return phone;
  };

  it('keeps its agent, connects the new phone and hangs up the old one', async () => {
    const { host, port } = fixture;
    const [old, oldEar, ear] = [
      await RawPhone.open(host, { host, port }),
      await RtpEar.open(host),
      await RtpEar.open(host),
    ];
    old.invite(NUMBER, [], old.sdp('sendrecv', oldEar.port));
    await old.answered('INVITE', 200);
    old.ack(NUMBER);
    await until('the agent is heard', () => oldEar.heard.length > 5);
    const taker = await invite(dialogOf(old), ear.port);
    try {
      await taker.answered('INVITE', 200);
      taker.ack(NUMBER);
      old.accept(await until('the old phone is hung up', () => old.requests('BYE')[0]));
      await until('the agent is heard by the new one', () => ear.heard.length > 5);
      expect(await fixture.telephony.callCount()).toBe(1);
      taker.bye(NUMBER);
      await taker.answered('BYE', 200);
    } finally {
      for (const one of [old, oldEar, taker, ear]) one.close();
    }
  });

  it.each([
    ['nobody has', 481, () => 'nobody@192.0.2.1;to-tag=a;from-tag=b'],
    [
      'is answered, where only one that is not is meant',
      486,
      (phone: RawPhone) => `${dialogOf(phone)};early-only`,
    ],
    ['is not named', 400, () => 'nonsense'],
  ] as const)('is rejected for a call that %s', async (_what, status, replaces) => {
    await inCall(async (phone, audio) => {
      const taker = await invite(replaces(phone), audio.port);
      expect((await taker.answered('INVITE', status)).text).toMatch(/^Warning: 399 /m);
      taker.ack(NUMBER);
      taker.close();
      expect(phone.requests('BYE')).toEqual([]);
    });
  });
});

it("buffers the agent's speech while the caller holds the call", async () => {
  const whole = await soundingPackets(() => Promise.resolve());
  const held = await soundingPackets(async (phone, audio) => {
    phone.reinvite(NUMBER, phone.sdp('inactive', audio.port));
    await answerTo(phone, 2);
    phone.ack(NUMBER);
    const heard = audio.heard.length;
    await sleep(1_500);
    expect(audio.heard.length - heard).toBeLessThan(3);
    phone.reinvite(NUMBER, phone.sdp('sendrecv', audio.port));
    await answerTo(phone, 3);
    phone.ack(NUMBER);
  });
  expect(Math.abs(held - whole)).toBeLessThan(4);
});

/** Packets of the greeting with sound, with an action in the middle. */
async function soundingPackets(
  inTheMiddle: (phone: RawPhone, audio: RtpEar) => Promise<void>,
): Promise<number> {
  let count = 0;
  await inCall(async (phone, audio) => {
    const sounding = () => audio.heard.filter(isSounding).length;
    await until('the greeting has begun', () => sounding() > 50);
    await inTheMiddle(phone, audio);
    let before: number;
    do {
      before = sounding();
      await sleep(1_000);
    } while (sounding() > before);
    count = before;
  });
  return count;
}

/** Whether a PCMU packet is louder than coded silence. */
const isSounding = (payload: Buffer): boolean => payload.some((code) => (~code & 0x7f) > 0x10);
