import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { DemoSeed } from '../../src/demo/index.js';
import { decodeOggOpus } from '../conversations/ogg-opus-decoder.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { rms } from '../support/audio.js';
import { publish } from '../support/publish.js';
import { atOnce } from '../support/scoped.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { sipp } from './support/sipp.js';

/** Recognizable on the telephone: the built-in recognizer was trained on wideband speech. */
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

/** Number of an agent with speech and language services. */
const SERVICES_NUMBER = '+442079460077';

interface Conversation {
  readonly audio: { readonly url: string } | null;
  readonly adapter: string;
  readonly caller: string;
  readonly callee: string;
  readonly endReason: string;
  readonly turns: readonly { readonly speaker: string; readonly text: string }[];
  readonly media: Readonly<Record<string, unknown>>;
}

let fixture: PhoneFixture;
let speech: TestSpeech;
let services: OpenAiStandIn;
/** Audio received by the transcription service, by real recognition. */
const heardShares: number[] = [];

beforeAll(async () => {
  speech = await createTestSpeech();
  services = await OpenAiStandIn.start({
    brain: () => ({ kind: 'say', text: REPLY }),
    ears: async (samples, sampleRateHz) => {
      const share = await speech.heardShare({ samples, sampleRateHz }, QUESTION);
      heardShares.push(share);
      return share >= 0.75 ? QUESTION : 'something else';
    },
  });
  const { url } = services;
  fixture = await createPhoneFixture(agent, {
    env: { RECORDINGS_ENABLED: 'true', STT_URL: url, LLM_URL: url, TTS_URL: url },
  });
});

afterAll(async () => {
  await fixture?.close();
  await services?.close();
  await speech?.close();
});

describeWith(['baresip'], describe)("softphone calling an agent's number", () => {
  afterAll(() => fixture?.nothingLeft());

  atOnce.each([
    ['udp', 'pcmu'],
    ['tcp', 'opus'],
  ] as const)(
    'is greeted, understood, answered intelligibly and recorded (%s, %s)',
    async (transport, codec) => {
      const phone = await Baresip.start({ transport, codec, user: codec });
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
      const conversation = await conversationOf(codec);
      expect(conversation).toMatchObject({ callee: NUMBER, caller: codec, endReason: 'client-close' });
      const said = conversation.turns.map(({ speaker, text }) => `${speaker}: ${text}`);
      expect(said[0]).toBe(`agent: ${GREETING}`);
      expect(said.slice(-2)).toEqual([expect.stringMatching(/^caller: .*address\??$/i), `agent: ${REPLY}`]);
      expect(conversation.media).toMatchObject({
        packetsLost: 0,
        packetsRefused: 0,
        codec: codec === 'opus' ? 'opus' : 'PCMU',
      });
      expect(conversation.media['packetsReceived']).toBeGreaterThan(100);
      expect(conversation.media['jitterMs']).toBeGreaterThanOrEqual(0);
      await expectBothSidesRecorded(conversation);
    },
  );

  atOnce(
    'holds a conversation with an agent of speech and language services, understood both ways',
    async () => {
      await openAgentOfServices();
      const phone = await Baresip.start({ transport: 'udp', codec: 'pcmu', user: 'guest' });
      try {
        await phone.call(fixture.uri().replace(NUMBER, SERVICES_NUMBER));
        await phone.listen(0);
        const greetedMs = await phone.heardMs();
        await phone.speak(await speech.say(QUESTION));
        await phone.listen(greetedMs);
        await phone.hangUp();
        const { samples, sampleRateHz } = await phone.heard();
        const repliedAt = Math.floor((greetedMs * sampleRateHz) / 1_000);
        const [greeting, reply] = [samples.subarray(0, repliedAt), samples.subarray(repliedAt)];
        const shareOf = (part: Int16Array, sentence: string) =>
          speech.heardShare({ samples: part, sampleRateHz }, sentence);
        expect(await shareOf(greeting, GREETING)).toBeGreaterThanOrEqual(0.8);
        expect(await shareOf(reply, REPLY)).toBeGreaterThanOrEqual(0.8);
      } finally {
        await phone.stop();
      }
      expect(Math.max(...heardShares)).toBeGreaterThanOrEqual(0.75);
      const conversation = await conversationOf('guest');
      expect(conversation).toMatchObject({ callee: SERVICES_NUMBER, adapter: 'cascade' });
      expect(conversation.turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
        `agent: ${GREETING}`,
        `caller: ${QUESTION}`,
        `agent: ${REPLY}`,
      ]);
      const asked = new Set(services.requests.map((request) => request.path));
      expect(asked).toEqual(
        new Set(['speech', 'transcriptions'].map((name) => `/v1/audio/${name}`)).add('/v1/chat/completions'),
      );
    },
  );

  atOnce('reaches the demo agent at its documented address and is greeted', async () => {
    await fixture.app.provider<DemoSeed>('DemoSeed').run(fixture.app.baseUrl);
    const file = path.join(fixture.app.dataDir, 'demo.json');
    const { sipUri = '' } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(sipUri).toBe(`sip:demo@${fixture.host}:${fixture.port}`);
    const phone = await Baresip.start({ transport: 'udp', codec: 'opus' });
    try {
      await phone.call(sipUri);
      await phone.listen(0);
      await phone.hangUp();
      const greeting = 'Hello, this is Earshot. You can ask for our opening hours, our address';
      expect(await speech.heardShare(await phone.heard(), greeting)).toBeGreaterThanOrEqual(0.7);
    } finally {
      await phone.stop();
    }
  });

  atOnce('holds and resumes the call', async () => {
    const phone = await Baresip.start({ transport: 'udp', codec: 'pcma', user: 'pcma' });
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
      // The phone may replay its old source when it resumes the line.
      const question = await speech.say(QUESTION);
      await until(
        'the agent hears the caller again',
        async () => {
          await phone.speak(question);
          return until('a word is understood', () => saidBy('pcma'), 4_000).catch(() => false);
        },
        25_000,
      );
      await phone.hangUp();
    } finally {
      await phone.stop();
    }
  });
});

describeWith(['sipp'], describe)('load generator', () => {
  afterEach(() => fixture?.nothingLeft());

  it.each(['u1', 't1'])('gets ten calls a second answered and ended (%s)', async (transport) => {
    const { host, port } = fixture;
    const args = ['-sn', 'uac', `${host}:${port}`, '-i', host, '-t', transport, '-s', NUMBER];
    const result = await sipp([...args, '-r', '10', '-m', '20', '-d', '500']);
    expect(result).toMatchObject({ successful: 20, failed: 0 });
  });
});

/** An agent with the stand-in's transcription, model and voice, on its own number. */
async function openAgentOfServices(): Promise<void> {
  const stage = { provider: 'openai' };
  const agentId = await fixture.app.createAgent(fixture.account, {
    schemaVersion: 1,
    greeting: GREETING,
    languageCode: 'en-US',
    models: {
      traditional: { stt: stage, llm: stage, tts: stage },
    },
  });
  await publish(fixture.app, fixture.account, agentId, 'live');
  const numbers = `/v1/agents/${agentId}/telephony/phone-numbers`;
  await fixture.request('POST', numbers, { phoneNumbers: [SERVICES_NUMBER] });
}

/**
 * Asks twice, like people on the phone: the recognizer adapts to a line. @returns Audio heard before the second answer,
 * in ms.
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

/** How much a caller has said in the current call. */
function saidBy(caller: string): Promise<number> {
  return fixture.app.prisma.turn.count({
    where: { conversation: { caller, endedAt: null }, speaker: 'caller' },
  });
}

/** The caller left and the agent right, each on one side only. */
async function expectBothSidesRecorded({ audio }: Conversation): Promise<void> {
  const response = await fetch(`${fixture.app.baseUrl}${audio?.url}`, {
    headers: { 'X-API-KEY': fixture.key },
  });
  expect(response.status).toBe(200);
  const { left, right, sampleRateHz } = decodeOggOpus(Buffer.from(await response.arrayBuffer()));
  const [caller, said] = [loudFrom(left, sampleRateHz), loudFrom(right, sampleRateHz)];
  const shareOf = (samples: Int16Array, sentence: string) =>
    speech.heardShare({ samples, sampleRateHz }, sentence);
  expect(await shareOf(said, GREETING)).toBeGreaterThanOrEqual(0.8);
  expect(await shareOf(caller, QUESTION)).toBeGreaterThanOrEqual(0.75);
  // The caller's side is silent during the greeting.
  expect(left.length - caller.length).toBeGreaterThan(right.length - said.length + sampleRateHz);
}

/** The audio from the first word on. */
function loudFrom(samples: Int16Array, sampleRateHz: number): Int16Array {
  const length = sampleRateHz / 50;
  for (let at = 0; at + length <= samples.length; at += length) {
    if (rms(samples.subarray(at, at + length)) > 0.02)
      return samples.subarray(Math.max(0, at - sampleRateHz / 4));
  }
  return new Int16Array(0);
}

/** The caller's call after its end. */
async function conversationOf(caller: string): Promise<Conversation> {
  const { id } = await until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({ where: { caller, endedAt: { not: null } } }),
  );
  const { body } = await fixture.request('GET', `/v1/conversations/${id}`);
  return body['conversation'] as Conversation;
}
