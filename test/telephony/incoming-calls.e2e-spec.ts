import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { sipp } from './support/sipp.js';

/** Understood by telephone, too: the built-in recogniser was trained on wideband speech. */
const QUESTION = 'what is your address';
const GREETING = 'Welcome to the harbour hotel.';
const REPLY = 'You find us in Market Street beside the old station.';

const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: GREETING,
  languageCode: 'en-US',
  intents: [{ name: 'address', examples: [QUESTION, 'where are you'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

interface Conversation {
  readonly caller: string;
  readonly callee: string;
  readonly endReason: string;
  readonly turns: readonly { readonly speaker: string; readonly text: string }[];
  readonly media: Readonly<Record<string, unknown>>;
}

let fixture: PhoneFixture;
let speech: TestSpeech;

beforeAll(async () => {
  fixture = await createPhoneFixture(agent);
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await fixture?.close();
});

afterEach(() => fixture?.nothingLeft());

describeWith(['baresip'], describe)('a softphone that calls the number of an agent', () => {
  it.each([
    ['udp', 'pcmu'],
    ['tcp', 'opus'],
  ] as const)(
    'is greeted, understood, answered in words that can be understood, and recorded (%s, %s)',
    async (transport, codec) => {
      const phone = await Baresip.start({ transport, codec });
      try {
        await phone.call(fixture.uri(transport === 'udp' ? '' : `;transport=${transport}`));
        await phone.listen(0);
        const replyMs = await askTwice(phone);
        await phone.hangUp();
        const { samples, sampleRateHz } = await phone.heard();
        const [greeting, reply] = [samples.subarray(0, ms(3_000)), samples.subarray(ms(replyMs))];
        function ms(time: number) {
          return Math.floor((time * sampleRateHz) / 1_000);
        }
        expect(await speech.heardShare({ samples: greeting, sampleRateHz }, GREETING)).toBeGreaterThanOrEqual(
          0.8,
        );
        expect(await speech.heardShare({ samples: reply, sampleRateHz }, REPLY)).toBeGreaterThanOrEqual(0.8);
      } finally {
        await phone.stop();
      }
      const conversation = await lastConversation();
      expect(conversation).toMatchObject({ callee: NUMBER, caller: 'caller', endReason: 'client-close' });
      const said = conversation.turns.map(({ speaker, text }) => `${speaker}: ${text}`);
      expect(said[0]).toBe(`agent: ${GREETING}`);
      expect(said.slice(-2)).toEqual([expect.stringMatching(/^caller: .*address$/), `agent: ${REPLY}`]);
      expect(conversation.media).toMatchObject({
        packetsLost: 0,
        packetsRefused: 0,
        codec: codec === 'opus' ? 'opus' : 'PCMU',
      });
      expect(conversation.media['packetsReceived']).toBeGreaterThan(100);
      expect(conversation.media['jitterMs']).toBeGreaterThanOrEqual(0);
    },
  );

  it('holds and resumes the call', async () => {
    const phone = await Baresip.start({ transport: 'udp', codec: 'pcma' });
    try {
      await phone.call(fixture.uri());
      await phone.listen(0);
      phone.command('hold');
      await until(
        'the hold is answered',
        () => phone.events.filter(({ param }) => param === 'answer').length >= 2,
      );
      phone.command('resume');
      await until(
        'the resumption is answered',
        () => phone.events.filter(({ param }) => param === 'answer').length >= 3,
      );
      // The phone may take up its old source once more when it opens the line again.
      const question = await speech.say(QUESTION);
      await until(
        'the agent hears the caller again',
        async () => {
          await phone.speak(question);
          return until('a word is understood', () => saidBy('caller'), 4_000).catch(() => false);
        },
        25_000,
      );
      await phone.hangUp();
    } finally {
      await phone.stop();
    }
  });
});

describeWith(['sipp'], describe)('a load generator', () => {
  it.each(['u1', 't1'])('gets ten calls a second answered and ended (%s)', async (transport) => {
    const { host, port } = fixture;
    const args = ['-sn', 'uac', `${host}:${port}`, '-i', host, '-t', transport, '-s', NUMBER];
    const result = await sipp([...args, '-r', '10', '-m', '20', '-d', '500']);
    expect(result).toMatchObject({ successful: 20, failed: 0 });
  });
});

/**
 * Asks, and asks again as people do on the phone: the recogniser gets used to a line by what it hears first. Gives what
 * had been heard when the second answer began, in milliseconds.
 */
async function askTwice(phone: Baresip): Promise<number> {
  for (const isLast of [false, true]) {
    const heardMs = await phone.heardMs();
    await phone.speak(await speech.say(QUESTION));
    await phone.listen(heardMs);
    if (isLast) return heardMs;
  }
  return 0;
}

/** How much somebody has said in the call that runs. */
async function saidBy(speaker: 'caller' | 'agent'): Promise<number> {
  const running = await fixture.app.prisma.conversation.findFirst({
    where: { agentId: fixture.agentId, endedAt: null },
  });
  return fixture.app.prisma.turn.count({ where: { conversationId: running?.id ?? '', speaker } });
}

/** The newest one, once it has ended. */
async function lastConversation(): Promise<Conversation> {
  const newest = await until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId, endedAt: { not: null } },
      orderBy: { startedAt: 'desc' },
    }),
  );
  const { body } = await fixture.request('GET', `/v1/conversations/${newest.id}`);
  return body['conversation'] as Conversation;
}
