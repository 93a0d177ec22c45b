import type { AgentDocument } from '../../agent-document/index.js';
import { resampled } from '../../audio/index.js';
import { VOICE_RATE_HZ } from '../../engines/local/index.js';
import type { StarterEngines } from '../../pipeline/index.js';
import {
  type LanguageModel,
  type SpeechToText,
  STT_RATE_HZ,
  type TextToSpeech,
} from '../../pipeline/index.js';
import {
  AgentFault,
  type AgentAdapter,
  type AgentContext,
  type AgentSpeech,
} from '../../voice/agent-adapter.js';
import { type Embedder, providerFault } from '../../providers/index.js';

/** A service's result for a small request. */
export interface Attempt {
  /** What it did, in words. */
  readonly message: string;
  /** Time to the first part of the answer, in milliseconds. */
  readonly firstResultMs?: number;
}

const MAX_WORDS = 100;
const SENTENCE = 'Hello, this is a short test of the voice.';
const WORD = 'hello';
const FRAME_SAMPLES = STT_RATE_HZ / 50;

const since = (beganAtMs: number): number => Math.round(performance.now() - beganAtMs);
const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_WORDS));
const nothing = (what: string) => new AgentFault(providerFault.empty, what, false);

/** Asks the model for one word. @throws AgentFault */
export async function tryLanguageModel(
  model: LanguageModel,
  modelId: string | undefined,
  signal: AbortSignal,
): Promise<Attempt> {
  const beganAtMs = performance.now();
  const content = 'Answer with the one word hello.';
  const pieces = model.reply({
    agent: { schemaVersion: 1 },
    messages: [{ role: 'user', content }],
    tools: [],
    modelId,
    temperature: undefined,
    signal,
  });
  let text = '';
  let firstResultMs: number | undefined;
  for await (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    firstResultMs ??= since(beganAtMs);
    text += piece.delta;
    if (text.length > MAX_WORDS) break;
  }
  if (text.trim() === '') throw nothing('The model answered nothing');
  return { message: `It answered ${quoted(text.trim())}.`, firstResultMs };
}

/** Transcribes the word "hello", spoken by the built-in voice. @throws AgentFault */
export async function tryTranscription(
  provider: SpeechToText,
  engines: () => Promise<StarterEngines>,
  signal: AbortSignal,
): Promise<Attempt> {
  const speech = await resampled(await (await engines()).speak(WORD), VOICE_RATE_HZ, STT_RATE_HZ);
  const beganAtMs = performance.now();
  const agent = { schemaVersion: 1, languageCode: 'en' } as const;
  const turn = provider.begin({ modelId: undefined, agent, caller: {}, signal, onWords: () => undefined });
  try {
    // Real recordings have silence around the speech.
    for (const samples of [silence(), speech, silence()]) {
      for (let at = 0; at < samples.length; at += FRAME_SAMPLES)
        turn.push(samples.slice(at, at + FRAME_SAMPLES));
    }
    const { text } = await turn.end();
    const firstResultMs = since(beganAtMs);
    if (text.trim() === '') throw nothing(`Nothing was understood of a recording of "${WORD}"`);
    return { message: `A recording of "${WORD}" was understood as ${quoted(text.trim())}.`, firstResultMs };
  } finally {
    turn.cancel();
  }
}

const silence = (): Int16Array => new Int16Array(STT_RATE_HZ / 4);

/** Synthesizes one sentence. @throws AgentFault */
export async function trySpeech(voice: TextToSpeech, signal: AbortSignal): Promise<Attempt> {
  const beganAtMs = performance.now();
  const request = {
    text: SENTENCE,
    languageCode: 'en',
    voiceId: undefined,
    speed: undefined,
    modelId: undefined,
  };
  let firstResultMs: number | undefined;
  let seconds = 0;
  for await (const { samples, sampleRateHz } of voice.speak({ ...request, signal })) {
    if (samples.length > 0) firstResultMs ??= since(beganAtMs);
    seconds += samples.length / sampleRateHz;
    if (seconds > SENTENCE.length)
      throw new AgentFault(providerFault.flood, 'The speech does not end', false);
  }
  if (seconds === 0) throw nothing('No sound was made');
  return { message: `It spoke a sentence of ${seconds.toFixed(1)} seconds.`, firstResultMs };
}

const GREETER: AgentDocument = {
  schemaVersion: 1,
  languageCode: 'en-GB',
  greeting: SENTENCE,
  prompt: 'You are being tested. Say what you are asked to say.',
};

/** Starts a call and waits for its greeting. @throws AgentFault */
export async function tryEndToEnd(
  adapter: AgentAdapter,
  provider: string,
  accountId: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const beganAtMs = performance.now();
  const over = new AbortController();
  let resolve: (heardMs: number) => void = () => undefined;
  let reject: (fault: AgentFault) => void = () => undefined;
  const heard = new Promise<number>((...settle) => ([resolve, reject] = settle));
  heard.catch(() => undefined);
  signal.addEventListener('abort', () => reject(tooLate()), { once: true });
  const context: AgentContext = {
    accountId,
    possibleActions: new Set(),
    mode: 'end-to-end',
    agent: { ...GREETER, models: { endToEnd: { provider } } },
    speech: deafSpeech(() => resolve(since(beganAtMs))),
    emit: (event) => {
      if (event.kind === 'failed') {
        const { code, detail } = event;
        reject(new AgentFault(code, 'The session failed', false, { detail }));
      }
    },
    signal: AbortSignal.any([signal, over.signal]),
  };
  const conversation = await adapter.open(context);
  try {
    return { message: 'It spoke a greeting.', firstResultMs: await heard };
  } finally {
    over.abort();
    await conversation.close();
  }
}

/** A speech output without a listener. */
function deafSpeech(begins: () => void): AgentSpeech {
  return {
    write: (samples) => void (samples.length > 0 && begins()),
    mark: () => undefined,
    setGain: () => undefined,
    levelAgo: () => 0,
    silentForMs: Infinity,
    clear: () => ({ sentMs: 0, droppedMs: 0 }),
    queuedMs: 0,
  };
}

/** Embeds one sentence. @throws AgentFault */
export async function tryEmbeddings(
  embedder: Embedder,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const beganAtMs = performance.now();
  const [vector] = await embedder.embed([SENTENCE], { timeoutMs, signal });
  if (!vector) throw nothing('No embedding was made');
  return { message: `It made a vector of ${vector.length} numbers.`, firstResultMs: since(beganAtMs) };
}

export const tooLate = () => new AgentFault(providerFault.timeout, 'The provider took too long', true);
