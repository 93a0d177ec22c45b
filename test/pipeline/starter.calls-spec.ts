import { jest } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AgentContext, AgentFault } from '../../src/voice/agent-adapter.js';
import { providerFault } from '../../src/providers/index.js';
import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { starterConversation } from '../../src/pipeline/starter-conversation.js';
import { starterMeans } from '../support/starter-means.js';
import { defaultStarterDocument, type StarterEngines } from '../../src/pipeline/starter/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { ConversationHarness } from '../support/conversation-harness.js';
import { concat } from '../support/audio.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { delay } from '../stand-ins/delay.js';
import { atOnce } from '../support/scoped.js';
import { until } from '../support/until.js';
import { enginesOnVirtualTime } from '../support/virtual-engines.js';
import { useVirtualTime } from '../support/virtual-time.js';

const SAMPLES_PER_MS = 16;
const silence = (durationMs: number) => new Int16Array(durationMs * SAMPLES_PER_MS);

/** The agent's maximum reaction time, also on a busy machine. */
const LONGEST_REACTION_MS = 1_000;

const OPTIONS = {
  workers: 2,
  maxQueuedJobsPerWorker: 100,
  jobTimeoutMs: 10_000,
  nowMs: () => performance.now(),
  onVoiceActivityFault: (error: unknown) => {
    throw error;
  },
};

describe('starter agent', () => {
  const time = useVirtualTime();
  const document = defaultStarterDocument();
  const quiet: AgentDocument = { ...document, greeting: '' };
  let engines: StarterEngines;

  beforeAll(async () => {
    engines = await start();
  });
  afterAll(() => engines.close());

  const start = (change: Partial<typeof OPTIONS & { onWorkerDied: () => void }> = {}) =>
    enginesOnVirtualTime(time, { ...OPTIONS, ...change });

  const call = (agent: AgentDocument) =>
    ConversationHarness.open(agent, (context: AgentContext) =>
      starterConversation(context, engines, starterMeans(OPTIONS.jobTimeoutMs)),
    );

  /** A caller's voice, which differs from the agent's. */
  const spoken = async (text: string) => (await synthesise(text, 16_000, 'rms')).slice();

  const loud = (sample: number) => Math.abs(sample) > 500;
  const trimmed = (samples: Int16Array) =>
    samples.subarray(samples.findIndex(loud), samples.findLastIndex(loud));

  /** The words in the beginning of the agent's audio. */
  async function wordsIn(audio: Int16Array): Promise<string> {
    const samples = audio.subarray(0, 4_500 * SAMPLES_PER_MS);
    return wordsOf((await engines.speech.recognize({ samples, phrases: [] })).text).join(' ');
  }

  atOnce('greets the caller with audible words', async () => {
    const harness = await call({ ...document, greeting: 'Hello, you have reached the library.' });
    const greeted = await harness.agentSays('^Hello, you have reached the library.$');
    expect(await wordsIn(harness.heard(0, greeted.atMs))).toBe('hello you have reached the library');
    await harness.close();
  });

  it("answers a complete question with its intent's reply after the shorter silence", async () => {
    const harness = await call(quiet);
    await delay(300);
    const question = harness.say(await spoken('what are your opening hours'));
    const answer = await harness.agentBegins('^We are open from nine');
    const latency = await harness.event('turn-latency');
    expect(latency.latency.firstAudioMs).toBeLessThanOrEqual(300 + LONGEST_REACTION_MS);
    expect(latency.latency.endOfTurnMs).toBeGreaterThanOrEqual(300);
    await delay(3_000);
    expect(harness.audible(question.endMs).firstMs).toBeLessThanOrEqual(
      question.endMs + 300 + 2 * LONGEST_REACTION_MS,
    );
    expect(await wordsIn(harness.heard(answer.atMs))).toMatch(/^we are open from nine in the morning/);
    const caller = harness.events.find(
      ({ event }) => event.kind === 'transcript' && event.speaker === 'caller' && event.final,
    );
    expect(caller?.event).toMatchObject({ text: 'What are your opening hours?', final: true });
    await harness.close();
  });

  it('synthesizes an expected reply before the turn ends', async () => {
    const question = await spoken('what are your opening hours');
    const voiced = jest.spyOn(engines, 'speak');
    // A long silence, so that it is one on a busy machine as well.
    const harness = await call({ ...quiet, turnTaking: { endpointing: { minMs: 1_400 } } });
    await delay(300);
    harness.say(question);
    await until('the answer is voiced', () => voiced.mock.calls.length > 0);
    expect(voiced.mock.calls[0]?.[0]).toMatch(/^We are open from nine/);
    const told = harness.events.flatMap(({ event }) => (event.kind === 'transcript' ? [event.final] : []));
    expect(told).not.toContain(true);
    await harness.agentBegins('^We are open from nine');
    voiced.mockRestore();
    await harness.close();
  });

  atOnce("streams the caller's words under their final turn", async () => {
    const harness = await call(quiet);
    await delay(300);
    harness.say(await spoken('what are your opening hours'));
    await harness.agentBegins('^We are open from nine');
    const told = harness.events.flatMap(({ event }) =>
      event.kind === 'transcript' && event.speaker === 'caller' ? [event] : [],
    );
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.filter(({ final }) => final)).toEqual([told.at(-1)]);
    expect(new Set(told.map(({ turnId }) => turnId)).size).toBe(1);
    await harness.close();
  });

  atOnce('does not force an unknown sentence into an intent', async () => {
    const harness = await call(quiet);
    await delay(300);
    harness.say(await spoken('my favourite movie is about a spaceship'));
    await harness.agentBegins("^(Sorry, I didn't catch|I don't know)");
    await harness.close();
  });

  atOnce('ends the call after playing its goodbye', async () => {
    const harness = await call(quiet);
    await delay(300);
    harness.say(await spoken('goodbye'));
    const goodbye = await harness.agentSays('Goodbye');
    const hangUp = await harness.event('hang-up');
    expect(hangUp.atMs).toBeGreaterThanOrEqual(goodbye.atMs);
    await harness.close();
  });

  it('stops when the caller speaks and plays nothing stale', async () => {
    const harness = await call(document);
    const greeting = await harness.agentBegins('^Hello');
    await delay(1_000);
    const question = await spoken('where are you');
    const onset = question.findIndex((sample) => Math.abs(sample) > 1_500) / SAMPLES_PER_MS;
    const { beginMs } = harness.say(question);
    const answer = await harness.agentBegins('^You find us');
    const silentFrom = harness.audible(greeting.atMs, answer.atMs).lastMs ?? Infinity;
    expect(silentFrom - (beginMs + onset)).toBeLessThanOrEqual(LONGEST_REACTION_MS / 2);
    const { interruptedAfterMs } = await harness.agentSays('^Hello');
    expect(interruptedAfterMs).toBeGreaterThan(900);
    await harness.agentSays('^You find us');
    const spokenTexts = harness.events.flatMap(({ event }) =>
      event.kind === 'transcript' && event.speaker === 'agent' && event.final ? [event.text] : [],
    );
    expect(spokenTexts[0]).toMatch(/^Hello/);
    expect(spokenTexts[0]).not.toMatch(/book a table/);
    await harness.close();
  });

  atOnce('finishes its sentence after a backchannel', async () => {
    const harness = await call(document);
    await harness.agentBegins('^Hello');
    await delay(800);
    harness.say(await spoken('okay'));
    await harness.event('state', (event) => event.state === 'listening');
    await harness.agentSays('book a table');
    expect(harness.wasInterrupted).toBe(false);
    await harness.close();
  });

  atOnce('does not end the turn at a 400 ms pause', async () => {
    const harness = await call(quiet);
    await delay(300);
    const first = trimmed(await spoken('i would like to'));
    const second = trimmed(await spoken('book a table'));
    harness.say(concat([first, silence(400), second]));
    await harness.agentBegins('^For how many people');
    const turns = harness.events.filter(
      ({ event }) => event.kind === 'transcript' && event.speaker === 'caller' && event.final,
    );
    expect(turns.map(({ event }) => event.kind === 'transcript' && event.text)).toEqual([
      'I would like to book a table.',
    ]);
    await harness.close();
  });

  it('answers both halves as one when the caller goes on just as the reply begins', async () => {
    const intents = [
      { name: 'close', examples: ['close the garage door'], reply: 'I am closing it now.' },
      { name: 'open', examples: ['open the garage door'], reply: 'I am opening it now.' },
    ];
    const harness = await call({ schemaVersion: 1, languageCode: 'en-US', greeting: '', intents });
    await delay(300);
    harness.say(trimmed(await spoken('please close the')));
    const second = trimmed(await spoken('garage door'));
    const early = await harness.agentBegins();
    await delay(300);
    const { beginMs } = harness.say(second);
    const answer = await harness.agentBegins('closing', early.atMs + 1);
    const silentFrom = harness.audible(early.atMs, answer.atMs).lastMs ?? Infinity;
    expect(silentFrom - beginMs).toBeLessThanOrEqual(120);
    await harness.agentSays('closing', answer.atMs);
    await harness.close();
  });

  it('keeps the transcripts of concurrent calls apart', async () => {
    const questions = ['where are you', 'what are your prices', 'who are you', 'what are your opening hours'];
    const answers = ['^You find us', '^A main course', '^I am the starter', '^We are open'];
    const harnesses = await Promise.all(questions.map(() => call(quiet)));
    await delay(300);
    for (const [index, harness] of harnesses.entries()) harness.say(await spoken(questions[index] ?? ''));
    await Promise.all(harnesses.map((harness, index) => harness.agentBegins(answers[index])));
    harnesses.forEach((harness, index) => {
      const heard = harness.events.flatMap(({ event }) =>
        event.kind === 'transcript' && event.speaker === 'caller' && event.final ? [event.text] : [],
      );
      expect(heard.map((text) => wordsOf(text).join(' '))).toEqual([questions[index]]);
    });
    await Promise.all(harnesses.map((harness) => harness.close()));
  });

  atOnce('prompts a silent caller and hangs up after continued silence', async () => {
    const turnTaking = { noInputPromptMs: 400, noInputPrompts: ['Hello?'], hangUpAfterSilenceMs: 2_500 };
    const harness = await call({ ...quiet, turnTaking });
    await harness.agentSays('^Hello\\?$');
    expect((await harness.event('hang-up')).reason).toBe('silence');
    await harness.close();
  });

  atOnce('processes a turn with another engine when the first dies, and reports the fault', async () => {
    let died = 0;
    const fragile = await start({ workers: 1, onWorkerDied: () => died++ });
    const harness = await ConversationHarness.open(quiet, (context) =>
      starterConversation(context, fragile, starterMeans(OPTIONS.jobTimeoutMs)),
    );
    await delay(300);
    const question = await spoken('where are you');
    await fragile.speech.load();
    const recognize = fragile.speech.recognize.bind(fragile.speech);
    jest.spyOn(fragile.speech, 'recognize').mockImplementationOnce((...given) => {
      const heard = recognize(...given);
      void fragile.speech.killWorkers();
      return heard;
    });
    harness.say(question);
    await harness.event('fault', ({ code }) => code === 'PROVIDER_LOST');
    await harness.agentBegins('^You find us');
    expect(died).toBe(1);
    expect(harness.count('fault')).toBe(1);
    await harness.close();
    await fragile.close();
  });

  atOnce('says that it did not understand when engines are overloaded, every time', async () => {
    const overwhelmed = await start();
    const busy = new AgentFault(providerFault.refused, 'Too many jobs wait for the speech engine', true);
    jest.spyOn(overwhelmed.speech, 'recognize').mockRejectedValue(busy);
    const brief: AgentDocument = { ...quiet, fallbackReply: 'Sorry.' };
    const harness = await ConversationHarness.open(brief, (context) =>
      starterConversation(context, overwhelmed, starterMeans(OPTIONS.jobTimeoutMs)),
    );
    await delay(300);
    const question = await spoken('where are you');
    let sinceMs = 0;
    for (let turn = 0; turn < 3; turn++) {
      harness.say(question);
      await harness.event('fault', ({ code }) => code === 'PROVIDER_REFUSED', sinceMs);
      sinceMs = (await harness.agentSays('^Sorry', sinceMs)).atMs + 1;
    }
    expect(harness.count('failed')).toBe(0);
    await harness.close();
    await overwhelmed.close();
  });

  atOnce('hangs up after three turns without engines', async () => {
    const gone = await start({ workers: 1 });
    const harness = await ConversationHarness.open(quiet, (context) =>
      starterConversation(context, gone, starterMeans(OPTIONS.jobTimeoutMs)),
    );
    await delay(300);
    await gone.speech.close();
    const question = await spoken('where are you');
    for (let turn = 1; turn <= 3; turn++) {
      harness.say(question);
      await until(
        'it is told of both',
        () => harness.count('fault') >= 2 * turn || harness.count('failed') > 0,
      );
    }
    expect((await harness.event('failed')).code).toBe('PROVIDER_UNREACHABLE');
    await harness.close();
    await gone.close();
  });

  atOnce.each([
    ['Thank you.', 'auth-thankyou.g722', '^You are welcome'],
    ['Goodbye.', 'vm-goodbye.g722', '^Thank you for calling'],
  ])('understands a human who says "%s"', async (text, file, answer) => {
    const path = `/usr/share/asterisk/sounds/en_US_f_Allison/${file}`;
    if (!existsSync(path) || spawnSync('ffmpeg', ['-version']).error) {
      console.log(`skipped: needs ffmpeg and ${path} (Debian package asterisk-core-sounds-en-g722)`);
      return;
    }
    const decoded = execFileSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'g722',
      '-i',
      path,
      '-ar',
      '16000',
      '-f',
      's16le',
      '-',
    ]);
    const samples = Int16Array.from({ length: decoded.length >> 1 }, (_, index) =>
      decoded.readInt16LE(index * 2),
    );
    const harness = await call(quiet);
    await delay(300);
    harness.say(samples);
    await harness.agentBegins(answer);
    expect(harness.events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ text, speaker: 'caller' }),
    );
    await harness.close();
  });

  atOnce('does nothing after close', async () => {
    const harness = await call(document);
    await harness.agentBegins('^Hello');
    await harness.close();
    const eventsBefore = harness.events.length;
    await delay(300);
    expect(harness.events.length).toBe(eventsBefore);
  });
});
