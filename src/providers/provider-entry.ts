import { Type, type Static } from '@sinclair/typebox';
import type { Outbound } from '../safe-http/index.js';

/** Configured providers: one entry holds what is needed to reach one, under the name that agent documents use. */

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 200 });
const HttpUrl = Type.String({ pattern: '^https?://', maxLength: 2_000 });
const SocketUrl = Type.String({ pattern: '^(https?|wss?)://', maxLength: 2_000 });
const Key = Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 }));
const RateHz = Type.Integer({ minimum: 8_000, maximum: 48_000 });

const OpenAiRealtime = Type.Object(
  {
    kind: Type.Literal('openai-realtime'),
    url: SocketUrl,
    apiKey: Key,
    model: Name,
    voice: Type.Optional(Name),
    dialect: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('ga'), Type.Literal('beta')])),
    transcriptionModel: Type.Optional(Name),
  },
  closed,
);

const GeminiLive = Type.Object(
  {
    kind: Type.Literal('gemini-live'),
    url: Type.Optional(HttpUrl),
    apiKey: Type.String({ minLength: 1, maxLength: 10_000 }),
    model: Name,
    voice: Type.Optional(Name),
    apiVersion: Type.Optional(Type.String({ pattern: '^[a-z0-9]{1,20}$' })),
  },
  closed,
);

const openAi = { url: HttpUrl, apiKey: Key, model: Name };
const OpenAiChat = Type.Object({ kind: Type.Literal('openai'), ...openAi }, closed);
const OpenAiEmbeddings = Type.Object({ kind: Type.Literal('openai'), ...openAi }, closed);
const OpenAiTranscription = Type.Object({ kind: Type.Literal('openai'), ...openAi }, closed);
const OpenAiSpeech = Type.Object(
  { kind: Type.Literal('openai'), ...openAi, voice: Name, sampleRateHz: Type.Optional(RateHz) },
  closed,
);
const streamed = {
  url: Type.Optional(HttpUrl),
  apiKey: Type.String({ minLength: 1, maxLength: 10_000 }),
  model: Name,
  voice: Name,
};
const ElevenLabs = Type.Object({ kind: Type.Literal('elevenlabs'), ...streamed }, closed);
const Cartesia = Type.Object({ kind: Type.Literal('cartesia'), ...streamed }, closed);
const Deepgram = Type.Object(
  {
    kind: Type.Literal('deepgram'),
    url: Type.Optional(SocketUrl),
    apiKey: Type.String({ minLength: 1 }),
    model: Name,
  },
  closed,
);

const modelOfOnesOwn = {
  kind: Type.Literal('sherpa-onnx'),
  modelDirectory: Type.String({ minLength: 1, maxLength: 4_000 }),
  modelKind: Type.Optional(Name),
  processes: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
};
const SherpaRecognizer = Type.Object({ ...modelOfOnesOwn, language: Type.Optional(Name) }, closed);
const SherpaVoice = Type.Object(
  {
    ...modelOfOnesOwn,
    vocoder: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 })),
    speaker: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  closed,
);

const EndToEnd = Type.Union([OpenAiRealtime, GeminiLive]);
const SpeechToText = Type.Union([OpenAiTranscription, Deepgram, SherpaRecognizer]);
const TextToSpeech = Type.Union([OpenAiSpeech, ElevenLabs, Cartesia, SherpaVoice]);

const ProviderName = '^[a-z0-9][a-z0-9-]{0,63}$';
const named = <T extends Parameters<typeof Type.Record>[1]>(entry: T) =>
  Type.Optional(Type.Record(Type.String({ pattern: ProviderName }), entry, closed));

export const ProvidersFile = Type.Object(
  {
    endToEnd: named(EndToEnd),
    stt: named(SpeechToText),
    llm: named(OpenAiChat),
    tts: named(TextToSpeech),
    embeddings: named(OpenAiEmbeddings),
  },
  closed,
);

interface Reached {
  /** Guarded client for an address that an account chose; absent for the operator's own, which may be anywhere. */
  readonly outbound?: Outbound;
}

export type OpenAiRealtimeEntry = Static<typeof OpenAiRealtime> & Reached;
export type GeminiLiveEntry = Static<typeof GeminiLive> & Reached;
export type EndToEndEntry = OpenAiRealtimeEntry | GeminiLiveEntry;
export type SpeechToTextEntry = Static<typeof SpeechToText> & Reached;
export type LanguageModelEntry = Static<typeof OpenAiChat> & Reached;
export type TextToSpeechEntry = Static<typeof TextToSpeech> & Reached;
export type EmbeddingsEntry = Static<typeof OpenAiEmbeddings> & Reached;

/** All providers by stage and name; the first of a stage is the default for documents that name none. */
export interface ProviderEntries {
  readonly endToEnd: ReadonlyMap<string, EndToEndEntry>;
  readonly stt: ReadonlyMap<string, SpeechToTextEntry>;
  readonly llm: ReadonlyMap<string, LanguageModelEntry>;
  readonly tts: ReadonlyMap<string, TextToSpeechEntry>;
  readonly embeddings: ReadonlyMap<string, EmbeddingsEntry>;
}
