import type { Outbound } from '../../safe-http/index.js';
import { PRESETS } from '../presets/index.js';
import type {
  EmbeddingsEntry,
  EndToEndEntry,
  LanguageModelEntry,
  ProviderEntries,
  SpeechToTextEntry,
  TextToSpeechEntry,
} from '../provider-entry.js';
import { type ProviderSettings, type ResolvedService, resolveServices } from './account-provider.js';

/** A provider of an account with its key. */
export interface OpenedProvider extends ProviderSettings {
  readonly name: string;
  readonly apiKey: string | undefined;
}

interface Reached {
  readonly apiKey: string | undefined;
  readonly outbound: Outbound;
}

/** The providers as calls use them, in order; services with incomplete settings are omitted. */
export function entriesOf(
  providers: readonly OpenedProvider[],
  outboundFor: (settings: ProviderSettings) => Outbound,
): ProviderEntries {
  const endToEnd = new Map<string, EndToEndEntry>();
  const stt = new Map<string, SpeechToTextEntry>();
  const llm = new Map<string, LanguageModelEntry>();
  const tts = new Map<string, TextToSpeechEntry>();
  const embeddings = new Map<string, EmbeddingsEntry>();
  for (const { name, apiKey, ...settings } of providers) {
    const reached = { apiKey, outbound: outboundFor(settings) };
    for (const service of resolveServices(settings).services) {
      if (service.service === 'endToEnd')
        put(endToEnd, name, endToEndEntry(settings.preset, service, reached));
      if (service.service === 'stt') put(stt, name, transcriptionEntry(settings.preset, service, reached));
      if (service.service === 'llm') put(llm, name, { kind: 'openai', ...reached, ...pick(service) });
      if (service.service === 'tts') put(tts, name, speechEntry(settings.preset, service, reached));
      if (service.service === 'embeddings')
        put(embeddings, name, { kind: 'openai', ...reached, ...pick(service) });
    }
  }
  return { endToEnd, stt, llm, tts, embeddings };
}

function put<E>(entries: Map<string, E>, name: string, entry: E | undefined): void {
  if (entry) entries.set(name, entry);
}

function endToEndEntry(
  preset: string,
  service: ResolvedService,
  { apiKey, outbound }: Reached,
): EndToEndEntry | undefined {
  const { voice, dialect, transcriptionModel } = service;
  if (PRESETS.get(preset)?.services.endToEnd?.dialect === 'openai-realtime') {
    const own = { voice, dialect, transcriptionModel };
    return { kind: 'openai-realtime', ...pick(service), apiKey, outbound, ...own };
  }
  return apiKey === undefined
    ? undefined
    : { kind: 'gemini-live', ...pick(service), apiKey, outbound, voice };
}

function transcriptionEntry(
  preset: string,
  service: ResolvedService,
  { apiKey, outbound }: Reached,
): SpeechToTextEntry | undefined {
  if (PRESETS.get(preset)?.services.stt?.dialect !== 'deepgram')
    return { kind: 'openai', ...pick(service), apiKey, outbound };
  return apiKey === undefined ? undefined : { kind: 'deepgram', ...pick(service), apiKey, outbound };
}

function speechEntry(
  preset: string,
  service: ResolvedService,
  { apiKey, outbound }: Reached,
): TextToSpeechEntry | undefined {
  const { voice, sampleRateHz } = service;
  const dialect = PRESETS.get(preset)?.services.tts?.dialect;
  if (voice === undefined || dialect === undefined) return undefined;
  if (dialect === 'openai')
    return { kind: 'openai', ...pick(service), apiKey, outbound, voice, sampleRateHz };
  return apiKey === undefined ? undefined : { kind: dialect, ...pick(service), apiKey, outbound, voice };
}

const pick = ({ url, model }: ResolvedService) => ({ url, model });
