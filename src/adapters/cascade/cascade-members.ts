import type { ProviderEntries, SpeechToTextEntry, TextToSpeechEntry } from '../providers/index.js';
import type { StarterEngines } from '../starter/index.js';
import { OpenAiChat } from './llm/openai-chat.js';
import { StageMember, type LanguageModel, type SpeechToText, type TextToSpeech } from './stages/index.js';
import { DeepgramTranscription } from './stt/deepgram.js';
import { OpenAiTranscription } from './stt/openai-transcription.js';
import { StarterTranscription } from './stt/starter-transcription.js';
import { OpenAiSpeech } from './tts/openai-speech.js';
import { StarterSpeech } from './tts/starter-speech.js';

/** The providers of this instance, by stage and name; calls share them, and what is known of their health. */
export interface CascadeMembers {
  readonly stt: ReadonlyMap<string, StageMember<SpeechToText>>;
  readonly llm: ReadonlyMap<string, StageMember<LanguageModel>>;
  readonly tts: ReadonlyMap<string, StageMember<TextToSpeech>>;
}

/** Name under which documents choose the built-in engines as stages. */
const STARTER = 'starter';

/**
 * @param timeoutMs For single requests to providers; the stages have budgets of their own within it.
 * @param starter The built-in speech engines, where they may hear and speak for a language model.
 */
export function cascadeMembers(
  entries: Omit<ProviderEntries, 'endToEnd'>,
  timeoutMs: number,
  starter?: () => Promise<StarterEngines>,
): CascadeMembers {
  const stt = membersOf<SpeechToTextEntry, SpeechToText>(entries.stt, (entry) =>
    speechToText(entry, timeoutMs),
  );
  const llm = membersOf(
    entries.llm,
    (entry) => new OpenAiChat({ ...entry, apiKey: entry.apiKey }, timeoutMs),
  );
  const tts = membersOf<TextToSpeechEntry, TextToSpeech>(
    entries.tts,
    (entry) => new OpenAiSpeech({ ...entry, apiKey: entry.apiKey }, timeoutMs),
  );
  if (starter) {
    stt.set(STARTER, new StageMember<SpeechToText>(STARTER, new StarterTranscription(starter)));
    tts.set(STARTER, new StageMember<TextToSpeech>(STARTER, new StarterSpeech(starter)));
  }
  return { stt, llm, tts };
}

function membersOf<E, P>(
  entries: ReadonlyMap<string, E>,
  make: (entry: E) => P,
): Map<string, StageMember<P>> {
  const members = new Map<string, StageMember<P>>();
  for (const [name, entry] of entries) members.set(name, new StageMember(name, make(entry)));
  return members;
}

function speechToText(entry: SpeechToTextEntry, timeoutMs: number): SpeechToText {
  switch (entry.kind) {
    case 'openai':
      return new OpenAiTranscription({ ...entry, apiKey: entry.apiKey }, timeoutMs);
    case 'deepgram':
      return new DeepgramTranscription({ ...entry, url: entry.url }, timeoutMs);
  }
}
