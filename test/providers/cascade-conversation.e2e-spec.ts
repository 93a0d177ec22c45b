import type { ProviderOptions } from '../../src/agent-document/index.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import { cascadeMembers } from '../../src/pipeline/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { DEFAULT_TURN_TAKING } from '../../src/voice/turns/index.js';
import { loudness } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import {
  DeepgramStandIn,
  OpenAiStandIn,
  scriptedEars,
  type Brain,
  type OpenAiStandInOptions,
} from '../stand-ins/index.js';
import { isObject } from '../stand-ins/json.js';
import { cascadeAdapter, messages, openAiEntries } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

async function openAi(options: OpenAiStandInOptions = {}): Promise<OpenAiStandIn> {
  return keep(await OpenAiStandIn.start(options));
}

type Entries = Parameters<typeof cascadeAdapter>[1];

async function callWith(
  entries: Entries,
  agent: Parameters<typeof TestCall.open>[1] = {},
): Promise<TestCall> {
  return keep(await TestCall.open(await cascadeAdapter(detector, entries), agent, 'traditional'));
}

const saying =
  (text: string): Brain =>
  () => ({ kind: 'say', text });

function messagesOf(request: { readonly body: unknown } | undefined): unknown {
  return isObject(request?.body) ? request.body['messages'] : undefined;
}

it('greets, understands real speech, answers it and records words and times of both sides', async () => {
  const server = await openAi({ ears: scriptedEars('what time is it') });
  const call = await callWith(openAiEntries({ openai: server }), {
    greeting: 'Hello there.',
    prompt: 'Be kind.',
  });
  await call.untilAgentSaid(1);
  await call.say('What time is it?');
  await call.untilAgentSaid(2);

  expect(call.words('caller')).toEqual(['what time is it']);
  expect(call.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
  expect(loudness(call.speech.heard)).toBeGreaterThan(500);
  const chat = server.requests.find((request) => request.path.endsWith('/chat/completions'));
  expect(messagesOf(chat)).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: '(The conversation begins.)' },
    { role: 'assistant', content: 'Hello there.' },
    { role: 'user', content: 'what time is it' },
  ]);
  const [measured] = call.all('turn-latency');
  const {
    endOfTurnMs = 0,
    transcriptMs = 0,
    firstTokenMs = 0,
    firstAudioMs = 0,
    heardMs = 0,
  } = measured!.latency;
  const inOrder = [endOfTurnMs, transcriptMs, firstTokenMs, firstAudioMs, heardMs];
  expect(inOrder).toEqual(inOrder.toSorted((left, right) => left - right));
  expect(endOfTurnMs).toBeGreaterThanOrEqual(500);
  expect(call.all('fault')).toEqual([]);
  const who = { provider: 'openai', model: 'stand-in' };
  expect(call.all('usage').map(({ usage }) => usage)).toEqual([
    { ...who, stage: 'tts', characters: 'Hello there.'.length },
    { ...who, stage: 'stt', audioMs: expect.any(Number) },
    {
      ...who,
      stage: 'llm',
      inputTokens: 20,
      cachedTokens: 4,
      audioInputTokens: 0,
      outputTokens: 6,
    },
    { ...who, stage: 'tts', characters: 'You said: what time is it'.length },
  ]);
});

it('speaks the first sentence while the model generates the rest', async () => {
  const text =
    'This is the first sentence. And here is the second one, which takes a good while. This is the last.';
  const server = await openAi({ brain: saying(text), tokenIntervalMs: 150 });
  const call = await callWith(openAiEntries({ openai: server }));
  await call.say('Hello?');
  await call.until(() => call.speech.heardMs > 100);
  const chat = server.requests.find((request) => request.path.endsWith('/chat/completions'));
  expect(performance.now() - chat!.atMs).toBeLessThan(text.split(' ').length * 150 - 500);
  expect(call.words('agent')).toEqual([]);
  await call.untilAgentSaid(1);
  expect(call.words('agent')).toEqual([text]);
});

it('speaks plain text and keeps addresses as written', async () => {
  const text =
    '## Menu 🍵\n\n- **Tea** for Dr. Gray\n- Coffee!\n\nSee [our page](https://a.example/menu?x=1) or https://www.example.org/a-1/b?c=2.';
  const server = await openAi({ brain: saying(text), tokenIntervalMs: 5 });
  const call = await callWith(openAiEntries({ openai: server }));
  await call.say('Hello?');
  await call.untilAgentSaid(1);
  const heard = server.requests.filter(({ path }) => path.endsWith('/audio/speech'));
  expect(heard.map(({ body }) => (body as { input: string }).input).join(' ')).toBe(
    'Menu. Tea for Dr. Gray. Coffee! See our page or example.org.',
  );
  expect(call.words('agent')).toEqual([
    'Menu. Tea for Dr. Gray. Coffee! See our page or https://www.example.org/a-1/b?c=2.',
  ]);
});

it('stops when interrupted, gives the model only the heard text, and plays nothing stale', async () => {
  const long =
    'The first thing to know is that we are open. The second is where we are. The third is who we are.';
  const brain: Brain = ({ history }) => ({
    kind: 'say',
    text: history.length === 1 ? long : 'All right then.',
  });
  const server = await openAi({ brain, ears: scriptedEars('hello', 'please stop') });
  const call = await callWith(openAiEntries({ openai: server }));
  await call.say('Hello?');
  await call.until(() => call.speech.heardMs > 1_500);
  const began = call.say('Please stop that at once.');
  const interruptedAtMs = performance.now();
  await call.untilInterrupted();
  await began;
  await call.untilAgentSaid(2);

  const [heard, answer] = call.words('agent');
  expect(long.startsWith(heard!)).toBe(true);
  expect(heard!.length).toBeLessThan(long.length - 20);
  expect(answer).toBe('All right then.');
  const chats = server.requests.filter((request) => request.path.endsWith('/chat/completions'));
  expect(messagesOf(chats.at(-1))).toEqual([
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: heard },
    { role: 'user', content: 'please stop' },
  ]);
  expect(call.interruptedAfterMs).toHaveLength(1);
  expect(performance.now() - interruptedAtMs).toBeLessThan(20_000);
});

it('stays silent during a long interruption while the words arrive only afterwards', async () => {
  const long =
    'The first thing to know is that we are open. The second is where we are. The third is who we are. ' +
    'The fourth is what we have. The fifth is what it costs.';
  const brain: Brain = ({ history }) => ({ kind: 'say', text: history.length === 1 ? long : 'As you like.' });
  const server = await openAi({ brain, ears: scriptedEars('hello', 'tell me something else') });
  const call = await callWith(openAiEntries({ openai: server }));
  await call.say('Hello?');
  await call.until(() => call.speech.heardMs > 1_000);
  const interruption = await synthesise(
    'Please stop that at once and tell me something else, which is where your house is and how I come to it from here.',
    16_000,
  );
  const said = call.play(interruption, 16_000);
  const beganAtMs = performance.now();
  await call.until(() => performance.now() - beganAtMs > 1_000);
  const heardAfterPauseMs = call.speech.heardMs;
  await said;

  expect(performance.now() - beganAtMs).toBeGreaterThan(DEFAULT_TURN_TAKING.falseInterruptionMs + 2_000);
  expect(call.speech.heardMs).toBe(heardAfterPauseMs);
  await call.untilAgentSaid(2);
  expect(call.words('agent').at(-1)).toBe('As you like.');
});

it('calls a tool between transcription and reply', async () => {
  const brain: Brain = ({ history }) => {
    const last = history.at(-1);
    return last?.role === 'tool'
      ? { kind: 'say', text: 'Goodbye.' }
      : { kind: 'call', name: 'transfer', arguments: '{"target":"sales"}' };
  };
  const server = await openAi({ brain });
  const call = await callWith(openAiEntries({ openai: server }), { builtInTools: ['transfer'] });
  await call.say('Sales, please.');
  await call.untilAgentSaid(1);
  expect(call.all('transfer')).toEqual([{ kind: 'transfer', target: 'sales', done: false }]);
  expect(call.words('agent')).toEqual(['Goodbye.']);
});

it('retries and falls back in each stage, counts faults, and costs the caller only time', async () => {
  const [broken, sound] = await Promise.all([
    openAi({ behaviour: 'error' }),
    openAi({ ears: scriptedEars('good day') }),
  ]);
  const stage = { provider: 'broken', fallbacks: [{ provider: 'sound' }] };
  const call = await callWith(openAiEntries({ broken, sound }), {
    models: { traditional: { stt: stage, llm: stage, tts: stage } },
  });
  await call.say('Good day.');
  await call.untilAgentSaid(1);
  expect(call.words('agent')).toEqual(['You said: good day']);
  expect(call.all('fault').map((fault) => fault.code)).toEqual(Array(6).fill('PROVIDER_ERROR'));
  expect(call.all('failed')).toEqual([]);
});

it('asks a fallback for its own voice and model, not those named for the first provider', async () => {
  const [broken, sound] = await Promise.all([openAi({ behaviour: 'error' }), openAi()]);
  const stage = { provider: 'broken', fallbacks: [{ provider: 'sound' }] };
  const call = await callWith(openAiEntries({ broken, sound }), {
    greeting: 'Good day.',
    voice: { voiceId: 'of-the-first' },
    llm: { modelId: 'mind-of-the-first' },
    models: { traditional: { stt: { provider: 'sound' }, llm: stage, tts: stage } },
  });
  await call.untilAgentSaid(1);
  await call.say('Good day.');
  await call.untilAgentSaid(2);
  const bodyOf = (path: string) => sound.requests.find((request) => request.path.endsWith(path))?.body;
  expect(bodyOf('/audio/speech')).toMatchObject({ voice: 'alloy' });
  expect(bodyOf('/chat/completions')).toMatchObject({ model: 'stand-in' });
});

it("sends the document's options only to their provider and only when allowed", async () => {
  const [sound, broken] = await Promise.all([
    openAi({ ears: scriptedEars('hi') }),
    openAi({ behaviour: 'refuse' }),
  ]);
  const deepgram = keep(await DeepgramStandIn.start({ ears: scriptedEars('hi', '') }));
  const stt = new Map([
    ['deepgram', { kind: 'deepgram' as const, url: deepgram.url, apiKey: 'k', model: 'nova-3' }],
  ]);
  const call = await callWith(
    { ...openAiEntries({ broken, sound }), stt },
    {
      llm: { temperature: 0.3 },
      models: {
        traditional: {
          stt: { provider: 'deepgram', options: { numerals: true, tag: ['a', 'b'], extra: { deep: 1 } } },
          llm: {
            provider: 'broken',
            options: { reasoning_effort: 'low' },
            fallbacks: [{ provider: 'sound', options: { top_p: 0.5, temperature: 1, stream: false } }],
          },
          tts: { provider: 'sound', options: { instructions: 'Speak kindly.', input: 'Nothing.' } },
        },
      },
    },
  );
  await call.say('Hi, is anybody there?');
  await call.untilAgentSaid(1);
  expect(call.words('agent')).toEqual(['You said: hi']);
  const bodyOf = (server: OpenAiStandIn, path: string) =>
    server.requests.find((request) => request.path.endsWith(path))?.body;
  expect(bodyOf(sound, '/chat/completions')).toMatchObject({ top_p: 0.5, temperature: 0.3, stream: true });
  expect(bodyOf(sound, '/chat/completions')).not.toHaveProperty('reasoning_effort');
  expect(bodyOf(sound, '/audio/speech')).toMatchObject({
    instructions: 'Speak kindly.',
    input: 'You said: hi',
  });
  const { query } = deepgram.sessions[0]!.options;
  expect([query.get('numerals'), query.getAll('tag'), query.has('extra')]).toEqual([
    'true',
    ['a', 'b'],
    false,
  ]);
});

it('streams audio to the recognizer while the caller speaks', async () => {
  const [server, deepgram] = await Promise.all([
    openAi(),
    DeepgramStandIn.start({ apiKey: 'k', ears: scriptedEars('hi', '') }),
  ]);
  keep(deepgram);
  const entry = { kind: 'deepgram' as const, url: deepgram.url, apiKey: 'k', model: 'nova-3' };
  const speech = { keyphrases: ['MySQL', 'Postgres'] };
  const entries = { ...openAiEntries({ openai: server }), stt: new Map([['deepgram', entry]]) };
  const call = await callWith(entries, { speech });
  await call.say('Hi, is anybody there?');
  expect(deepgram.sessions[0]!.options.query.getAll('keyterm')).toEqual(speech.keyphrases);
  expect(deepgram.sessions[0]!.receivedAudioMs).toBeGreaterThan(300);
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['hi']);
  expect(call.words('agent')).toEqual(['You said: hi']);
  expect(call.all('fault')).toEqual([]);
});

it('stops requesting usage when a server rejects the option', async () => {
  const server = await openAi({ refusesStreamOptions: true, ears: scriptedEars('one', 'two') });
  const call = await callWith(openAiEntries({ openai: server }));
  await call.say('Hello?');
  await call.untilAgentSaid(1);
  const before = usageAskedOf(server).length;
  await call.say('Hello again?');
  await call.untilAgentSaid(2);
  expect(call.all('fault')).toEqual([]);
  const asked = usageAskedOf(server);
  expect([asked[0], asked.length > before]).toEqual([true, true]);
  expect(asked.slice(before)).not.toContain(true);
});

it('keeps requesting usage when a server rejects another option', async () => {
  const server = await openAi();
  const { llm } = await cascadeMembers(openAiEntries({ openai: server }), 20_000, messages);
  const reply = async (options: ProviderOptions) => {
    const content = { role: 'user', content: 'Hello?' } as const;
    const { signal } = new AbortController();
    const request = { agent: { schemaVersion: 1 } as const, messages: [content], tools: [], options, signal };
    const pieces = llm
      .get('openai')!
      .provider.reply({ ...request, modelId: undefined, temperature: undefined });
    for await (const piece of pieces) void piece;
  };
  await expect(reply({ top_p: 7 })).rejects.toMatchObject({ code: 'PROVIDER_REFUSED', status: 400 });
  await reply({});
  expect(usageAskedOf(server).at(-1)).toBe(true);
});

/** Whether each chat requested usage. */
const usageAskedOf = ({ requests }: OpenAiStandIn): boolean[] =>
  requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => isObject(body) && 'stream_options' in body);

it('applies pronunciations, corrects misrecognitions and passes expected words to the recognizer', async () => {
  const server = await openAi({
    ears: scriptedEars('what is my sequel'),
    brain: saying('MySQL costs $12.50.'),
  });
  const call = await callWith(openAiEntries({ openai: server }), {
    languageCode: 'en-GB',
    speech: {
      pronunciations: [{ written: 'MySQL', spoken: 'my sequel' }],
      replacements: [{ heard: 'my sequel', meant: 'MySQL' }],
      keyphrases: ['MySQL', 'Postgres'],
      spokenForms: true,
    },
  });
  await call.say('What is MySQL?');
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['what is MySQL']);
  expect(call.words('agent')).toEqual(['MySQL costs $12.50.']);
  const bodyOf = (path: string) => server.requests.find((request) => request.path.endsWith(path))?.body;
  expect(bodyOf('/audio/speech')).toMatchObject({ input: 'my sequel costs twelve dollars and fifty cents.' });
  expect(bodyOf('/audio/transcriptions')).toMatchObject({ prompt: 'MySQL, Postgres' });
});
