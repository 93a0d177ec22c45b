import { type AgentDocument, chosenEndToEnd, type DocumentWarning } from '../agent-document/index.js';
import {
  cartesiaLanguages,
  deepgramLanguages,
  elevenLabsLanguages,
  listedLanguage,
  realtimeLanguages,
  type SpeechToTextEntry,
  type TextToSpeechEntry,
  transcriptionLanguages,
} from '../providers/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import type { ConfiguredProviders } from './choose-answerer.js';

/** A provider that a call may use, its model's languages, and its behavior without a language hint. */
interface Taker {
  readonly provider: string;
  readonly model: string;
  readonly languages: readonly string[];
  readonly instead: string;
}

type Stage = NonNullable<NonNullable<AgentDocument['models']>['traditional']>['stt'];

const FINDS_OUT = 'it finds out by itself';

/** Warns if a provider does not list the document's language and is therefore called without a language. */
export function languageWarnings(
  agent: AgentDocument,
  mode: AgentMode,
  configured: ConfiguredProviders,
  place: string,
): DocumentWarning[] {
  const { languageCode } = agent;
  if (languageCode === undefined || !configured.entries) return [];
  const takers = mode === 'end-to-end' ? ofOneModel(agent, configured) : ofStages(agent, configured.entries);
  return takers
    .filter(({ languages }) => listedLanguage(languageCode, languages) === undefined)
    .map(({ provider, model, instead }) => ({
      path: `${place}/languageCode`,
      code: 'LANGUAGE_NOT_LISTED',
      message: `The provider ${provider} has no language ${languageCode} for the model ${model}, and is told none: ${instead}.`,
    }));
}

/** The transcription model of a speech-to-speech provider. */
function ofOneModel(agent: AgentDocument, { endToEnd, entries }: ConfiguredProviders): Taker[] {
  const named = chosenEndToEnd(agent, (provider) => endToEnd.has(provider))?.models?.endToEnd?.provider;
  const [provider = ''] = named === undefined ? endToEnd.keys() : [named];
  const entry = entries?.endToEnd.get(provider);
  if (entry?.kind !== 'openai-realtime') return [];
  return [{ provider, model: entry.model, languages: realtimeLanguages, instead: FINDS_OUT }];
}

function ofStages(
  { models }: AgentDocument,
  { stt, tts }: NonNullable<ConfiguredProviders['entries']>,
): Taker[] {
  const { stt: hearing, tts: speaking } = models?.traditional ?? {};
  return [...ofStage(hearing, stt, takerOfRecognizer), ...ofStage(speaking, tts, takerOfVoice)];
}

/** The providers that a document names for a stage, by default the first configured one. */
function ofStage<E>(
  stage: Stage,
  entries: ReadonlyMap<string, E>,
  takerOf: (provider: string, entry: E, modelId: string | undefined) => Taker | undefined,
): Taker[] {
  const [first] = entries.keys();
  const named = stage
    ? [stage, ...(stage.fallbacks ?? [])]
    : first === undefined
      ? []
      : [{ provider: first }];
  return named.flatMap(({ provider, modelId }: { provider: string; modelId?: string }) => {
    const entry = entries.get(provider);
    return (entry && takerOf(provider, entry, modelId)) ?? [];
  });
}

function takerOfRecognizer(provider: string, entry: SpeechToTextEntry, modelId?: string): Taker | undefined {
  if (entry.kind === 'sherpa-onnx') return undefined;
  const model = modelId ?? entry.model;
  return entry.kind === 'deepgram'
    ? { provider, model, languages: deepgramLanguages(model), instead: 'it takes callers to speak English' }
    : { provider, model, languages: transcriptionLanguages(model), instead: FINDS_OUT };
}

function takerOfVoice(provider: string, entry: TextToSpeechEntry, modelId?: string): Taker | undefined {
  if (entry.kind !== 'elevenlabs' && entry.kind !== 'cartesia') return undefined;
  const model = modelId ?? entry.model;
  const languages = entry.kind === 'cartesia' ? cartesiaLanguages(model) : elevenLabsLanguages;
  return { provider, model, languages, instead: FINDS_OUT };
}
