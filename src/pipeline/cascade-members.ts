import type {
  LanguageModelEntry,
  ProviderEntries,
  ProviderMessages,
  SpeechToTextEntry,
  TextToSpeechEntry,
  ProviderMetrics,
} from '../providers/index.js';
import type { SherpaEngines } from '../engines/sherpa-onnx/index.js';
import type { StarterEngines } from './starter/index.js';
import { type LanguageModel, type SpeechToText, StageMember, type TextToSpeech } from './stages/index.js';
import { SherpaTranscription } from './stt/sherpa-transcription.js';
import { LocalTranscription } from './stt/local-transcription.js';
import { cartesia, CARTESIA_URL } from './tts/cartesia-speech.js';
import { elevenLabs, ELEVENLABS_URL } from './tts/elevenlabs-speech.js';
import { SherpaSpeech } from './tts/sherpa-speech.js';
import { StreamedSpeech } from './tts/streamed-speech.js';
import { StarterSpeech } from './tts/starter-speech.js';

/** The providers of this instance, by stage and name. Calls share them and their health. */
export interface CascadeMembers {
  readonly stt: ReadonlyMap<string, StageMember<SpeechToText>>;
  readonly llm: ReadonlyMap<string, StageMember<LanguageModel>>;
  readonly tts: ReadonlyMap<string, StageMember<TextToSpeech>>;
}

/** Name by which documents select the built-in engines as stages. */
const STARTER = 'starter';

/** Local engines that stages can use, if the instance has them. */
export interface LocalEngines {
  /** The built-in speech engines. */
  readonly starter?: () => Promise<StarterEngines>;
  /** Runs the operator's own speech models. */
  readonly sherpa?: SherpaEngines;
}

/**
 * Creates the providers, and loads the models that run locally.
 * @param timeoutMs For single requests to providers; stages have shorter budgets of their own.
 * @param messages Counts unusable messages from providers.
 */
export async function cascadeMembers(
  entries: Omit<ProviderEntries, 'endToEnd' | 'embeddings'>,
  timeoutMs: number,
  messages: ProviderMessages,
  { starter, sherpa }: LocalEngines = {},
): Promise<CascadeMembers> {
  const common = { timeoutMs, messages };
  const [stt, llm, tts] = await Promise.all([
    membersOf(entries.stt, (name, entry) => speechToText(name, entry, common, sherpa)),
    membersOf(entries.llm, (name, entry) => languageModel(name, entry, common)),
    membersOf(entries.tts, (name, entry) => textToSpeech(name, entry, common, sherpa)),
  ]);
  if (starter) {
    stt.set(
      STARTER,
      new StageMember<SpeechToText>(STARTER, new LocalTranscription(async () => (await starter()).speech)),
    );
    tts.set(STARTER, new StageMember<TextToSpeech>(STARTER, new StarterSpeech(starter)));
  }
  return { stt, llm, tts };
}

/**
 * Reports the outcomes of requests to operators.
 * @param as One name for all of the members; by default each reports its own.
 */
export function watchMembers(members: CascadeMembers, metrics: ProviderMetrics, as?: string): CascadeMembers {
  for (const stage of ['stt', 'llm', 'tts'] as const) {
    for (const member of members[stage].values()) member.watchedBy(metrics.of(stage, as ?? member.name));
  }
  return members;
}

/** Dependencies of every network provider. */
interface Common {
  readonly timeoutMs: number;
  readonly messages: ProviderMessages;
}

type Made<P> = Promise<StageMember<P> | undefined>;

/** In the order of the entries. Leaves out entries whose engine the instance lacks. */
async function membersOf<E, P>(
  entries: ReadonlyMap<string, E>,
  make: (name: string, entry: E) => Made<P>,
): Promise<Map<string, StageMember<P>>> {
  const made = await Promise.all([...entries].map(([name, entry]) => make(name, entry)));
  return new Map(made.flatMap((member) => (member ? [[member.name, member] as const] : [])));
}

async function speechToText(
  name: string,
  entry: SpeechToTextEntry,
  { timeoutMs, messages }: Common,
  sherpa: SherpaEngines | undefined,
): Made<SpeechToText> {
  switch (entry.kind) {
    case 'openai': {
      // Loaded on demand: OpenAI's library costs memory and some 0.1 s.
      const { OpenAiTranscription } = await import('./stt/openai-transcription.js');
      return new StageMember(name, new OpenAiTranscription(openAiServer(entry, messages), timeoutMs));
    }
    case 'deepgram': {
      // Loaded on demand: the SDK has 500 files.
      const { DeepgramTranscription } = await import('./stt/deepgram.js');
      return new StageMember(
        name,
        new DeepgramTranscription({ ...entry, url: entry.url, messages: messages.of('deepgram') }, timeoutMs),
      );
    }
    case 'sherpa-onnx': {
      const engine = await sherpa?.loadRecognizer(name, entry);
      return (
        engine &&
        new StageMember(name, new SherpaTranscription(engine), { available: engine.pool !== undefined })
      );
    }
  }
}

async function languageModel(
  name: string,
  entry: LanguageModelEntry,
  { timeoutMs, messages }: Common,
): Made<LanguageModel> {
  const { OpenAiChat } = await import('./llm/openai-chat.js');
  return new StageMember(name, new OpenAiChat(openAiServer(entry, messages), timeoutMs));
}

async function textToSpeech(
  name: string,
  entry: TextToSpeechEntry,
  { timeoutMs, messages }: Common,
  sherpa: SherpaEngines | undefined,
): Made<TextToSpeech> {
  switch (entry.kind) {
    case 'openai': {
      const { OpenAiSpeech } = await import('./tts/openai-speech.js');
      return new StageMember(name, new OpenAiSpeech(openAiServer(entry, messages), timeoutMs));
    }
    case 'elevenlabs':
    case 'cartesia':
      return new StageMember(name, streamedSpeech(entry, messages, timeoutMs));
    case 'sherpa-onnx': {
      const engine = await sherpa?.loadVoice(name, entry);
      return (
        engine &&
        new StageMember(name, new SherpaSpeech(engine, entry.speaker ?? 0), {
          available: engine.pool !== undefined,
        })
      );
    }
  }
}

function streamedSpeech(
  entry: Extract<TextToSpeechEntry, { kind: 'elevenlabs' | 'cartesia' }>,
  messages: ProviderMessages,
  timeoutMs: number,
): TextToSpeech {
  const [protocol, standard] =
    entry.kind === 'elevenlabs' ? [elevenLabs, ELEVENLABS_URL] : [cartesia, CARTESIA_URL];
  const service = { ...entry, url: entry.url ?? standard, messages: messages.of(entry.kind) };
  return new StreamedSpeech(protocol, service, timeoutMs);
}

function openAiServer<E extends { readonly apiKey?: string }>(entry: E, messages: ProviderMessages) {
  return { ...entry, apiKey: entry.apiKey, messages: messages.of('openai') };
}
