import type { AgentDocument } from '../../src/agent-document/index.js';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { G711Encoder } from '../../src/media/codecs/g711.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';

const REPLY = 'You are put through to the reception now.';

const agent: AgentDocument = {
  schemaVersion: 1,
  greeting:
    'Welcome to the harbour hotel. Press one two for the reception, or simply tell me what you want to know.',
  languageCode: 'en-US',
  intents: [{ name: 'reception', examples: ['reception please'], keys: ['12#'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture(agent, { overrides: { calls: { keyPauseMs: 600 } } });
});

afterAll(() => fixture?.close());
afterEach(() => fixture?.nothingLeft());

/** The newest call's transcript, once it has this many turns. */
const turns = (least: number) =>
  until(`the call has ${least} turns`, async () => {
    const newest = await fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId },
      orderBy: { startedAt: 'desc' },
      include: { turns: { orderBy: { position: 'asc' } } },
    });
    const said =
      newest?.turns.map(({ speaker, text, interrupted }) => ({ speaker, text, interrupted })) ?? [];
    return said.length >= least && said;
  });

describeWith(['baresip'], describe)('softphone with pressed keys', () => {
  it.each(['pcmu', 'opus'] as const)(
    'interrupts the greeting and is answered per its keys (%s)',
    async (codec) => {
      const phone = await Baresip.start({ transport: 'udp', codec });
      try {
        await phone.call(fixture.uri());
        await until('the greeting is heard', async () => (await phone.heardMs()) > 500);
        phone.command('sndcode', '12#');
        const said = await turns(3);
        expect(said[0]).toMatchObject({ speaker: 'agent', interrupted: true });
        expect(said.slice(1)).toMatchObject([
          { speaker: 'caller', text: '(pressed 1 2 #)' },
          { speaker: 'agent', text: REPLY },
        ]);
        await phone.hangUp();
      } finally {
        await phone.stop();
      }
    },
  );
});

describe('phone that sends keys by INFO', () => {
  it('is understood', async () => {
    const { host, port } = fixture;
    const user = fixture.uri().slice(4).split('@')[0] ?? '';
    const phone = await RawPhone.open(host, { host, port });
    try {
      phone.invite(
        user,
        [],
        phone
          .sdp()
          .replace(' 101', '')
          .replace(/a=rtpmap.*\r\n/, ''),
      );
      await phone.answered('INVITE', 200);
      phone.ack(user);
      for (const key of '12#') {
        phone.info(user, `Signal=${key}\r\nDuration=160\r\n`);
        await until('it is answered', () => phone.answers.filter(({ method }) => method === 'INFO').length);
      }
      expect((await turns(2)).find(({ speaker }) => speaker === 'caller')?.text).toBe('(pressed 1 2 #)');
    } finally {
      phone.bye(user);
      await phone.answered('BYE', 200);
      phone.close();
    }
  });
});

describe('phone without telephone-event', () => {
  it('is understood by in-band tones, and a key also sent by INFO counts once', async () => {
    const { host, port } = fixture;
    const phone = await RawPhone.open(host, { host, port });
    const audio = await RtpEar.open(host);
    try {
      const sdp = phone
        .sdp('sendrecv', audio.port)
        .replace(' 101', '')
        .replace(/a=rtpmap.*\r\n/, '');
      phone.invite(NUMBER, [], sdp);
      const { text } = await phone.answered('INVITE', 200);
      phone.ack(NUMBER);
      const mediaPort = Number(/^m=audio (\d+)/m.exec(text)?.[1]);
      await until('the agent is heard', () => audio.heard.length > 5);
      phone.info(NUMBER, 'Signal=1\r\nDuration=160\r\n');
      await phone.answered('INFO', 200);
      let packet = 0;
      for (const tones of [KEY_1, KEY_2, KEY_HASH]) {
        for (const payload of tonePackets(tones)) {
          audio.send(mediaPort, packet, payload);
          packet += 1;
        }
      }
      expect((await turns(3)).find(({ speaker }) => speaker === 'caller')?.text).toBe('(pressed 1 2 #)');
    } finally {
      phone.bye(NUMBER);
      await phone.answered('BYE', 200);
      phone.close();
      audio.close();
    }
  });
});

/** ITU-T Q.23. */
const [KEY_1, KEY_2, KEY_HASH] = [
  [697, 1_209],
  [697, 1_336],
  [941, 1_477],
] as const;

/** A key of 100 ms and 100 ms of silence, in PCMU packets. */
function tonePackets([row, column]: readonly [number, number]): readonly Buffer[] {
  const samples = Int16Array.from({ length: 1_600 }, (_, at) => {
    const time = (2 * Math.PI * at) / 8_000;
    return at < 800 ? 6_000 * (Math.sin(row * time) + Math.sin(column * time)) : 0;
  });
  return Array.from({ length: 10 }, (_, packet) => {
    const payload = new Uint8Array(160);
    new G711Encoder('PCMU', 8_000).encode(samples.subarray(packet * 160, (packet + 1) * 160), payload);
    return Buffer.from(payload);
  });
}
