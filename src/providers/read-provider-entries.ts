import { Value } from '@sinclair/typebox/value';

import type { AppConfig } from '../common/config/index.js';
import { readSecretFile } from '../common/secrets/index.js';
import {
  ProvidersFile,
  type EmbeddingsEntry,
  type EndToEndEntry,
  type LanguageModelEntry,
  type ProviderEntries,
  type SpeechToTextEntry,
  type TextToSpeechEntry,
} from './provider-entry.js';

type Settings = Pick<AppConfig, 'providers' | 'sherpaOnnx'>;

/**
 * All providers: those of the environment, then those of PROVIDERS_FILE, which may replace them.
 * @throws Error when the file can't be read or is invalid; the message names the place, never the content.
 */
export async function readProviderEntries(settings: Settings): Promise<ProviderEntries> {
  const { catalogueFile } = settings.providers;
  const file = catalogueFile === undefined ? {} : await readFileEntries(catalogueFile);
  return {
    endToEnd: new Map([...endToEnd(settings.providers), ...Object.entries(file.endToEnd ?? {})]),
    stt: new Map([...speechToText(settings), ...Object.entries(file.stt ?? {})]),
    llm: new Map([...languageModels(settings.providers), ...Object.entries(file.llm ?? {})]),
    tts: new Map([...textToSpeech(settings), ...Object.entries(file.tts ?? {})]),
    embeddings: new Map([...embeddings(settings.providers), ...Object.entries(file.embeddings ?? {})]),
  };
}

async function readFileEntries(path: string) {
  const content = await readSecretFile('PROVIDERS_FILE', path);
  if (Value.Check(ProvidersFile, content)) return content;
  const place = Value.Errors(ProvidersFile, content).First()?.path;
  throw new Error(
    `PROVIDERS_FILE is not as docs/how-to/providers.md describes it, at ${place || 'its root'}`,
  );
}

function endToEnd(settings: Settings['providers']): Map<string, EndToEndEntry> {
  const entries = new Map<string, EndToEndEntry>();
  if (settings.realtimeUrl !== undefined) {
    entries.set('openai', {
      kind: 'openai-realtime',
      url: settings.realtimeUrl,
      apiKey: settings.realtimeApiKey,
      model: settings.realtimeModel,
    });
  }
  const { geminiApiKey: apiKey, geminiUrl: url, geminiModel: model } = settings;
  if (apiKey !== undefined) entries.set('gemini', { kind: 'gemini-live', url, apiKey, model });
  return entries;
}

function speechToText({ providers: settings, sherpaOnnx }: Settings): Map<string, SpeechToTextEntry> {
  const entries = new Map<string, SpeechToTextEntry>();
  if (settings.sttUrl !== undefined) {
    const { sttUrl: url, sttApiKey: apiKey, sttModel: model } = settings;
    entries.set('openai', { kind: 'openai', url, apiKey, model });
  }
  const { deepgramApiKey: apiKey, deepgramUrl: url, deepgramModel: model } = settings;
  if (apiKey !== undefined) entries.set('deepgram', { kind: 'deepgram', url, apiKey, model });
  const { sttModelDirectory: modelDirectory } = sherpaOnnx;
  if (modelDirectory !== undefined) entries.set('sherpa-onnx', { kind: 'sherpa-onnx', modelDirectory });
  return entries;
}

function languageModels(settings: Settings['providers']): Map<string, LanguageModelEntry> {
  const entries = new Map<string, LanguageModelEntry>();
  const { llmUrl: url, llmApiKey: apiKey, llmModel: model } = settings;
  if (url !== undefined) entries.set('openai', { kind: 'openai', url, apiKey, model });
  return entries;
}

function embeddings(settings: Settings['providers']): Map<string, EmbeddingsEntry> {
  const entries = new Map<string, EmbeddingsEntry>();
  const { embeddingsUrl: url, embeddingsApiKey: apiKey, embeddingsModel: model } = settings;
  if (url !== undefined) entries.set('openai', { kind: 'openai', url, apiKey, model });
  return entries;
}

function textToSpeech({ providers: settings, sherpaOnnx }: Settings): Map<string, TextToSpeechEntry> {
  const entries = new Map<string, TextToSpeechEntry>();
  if (settings.ttsUrl !== undefined) {
    const { ttsUrl: url, ttsApiKey: apiKey, ttsModel: model, ttsVoice: voice } = settings;
    entries.set('openai', { kind: 'openai', url, apiKey, model, voice });
  }
  const { ttsModelDirectory: modelDirectory } = sherpaOnnx;
  if (modelDirectory !== undefined) entries.set('sherpa-onnx', { kind: 'sherpa-onnx', modelDirectory });
  return entries;
}
