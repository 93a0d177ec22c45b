import type { AgentDocument, DocumentWarning } from '../agent-document/index.js';
import { FORMER_VOICES, VOICE_NAMES } from '../engines/local/index.js';
import { PRESETS, type TextToSpeechEntry } from '../providers/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import { type Answerer, type ConfiguredProviders, STARTER } from './choose-answerer.js';

/** A speech provider and its known voices. */
interface Speaker {
  readonly name: string;
  readonly voices: readonly string[];
  readonly speaksInstead: string;
}

const BUILT_IN: Speaker = {
  name: 'the built-in engines',
  voices: VOICE_NAMES,
  speaksInstead: `${VOICE_NAMES[0]} speaks`,
};

/** Warns about a voice that its provider does not have, if the provider's voices are known. */
export function voiceWarnings(
  agent: AgentDocument,
  mode: AgentMode,
  answerer: Answerer,
  configured: ConfiguredProviders,
  place: string,
): DocumentWarning[] {
  const { voiceId = '' } = agent.voice ?? {};
  const speaker = speakerOf(agent, mode, answerer, configured);
  if (voiceId === '' || !speaker || speaker.voices.includes(voiceId)) return [];
  // Replaced voices get a warning of their own.
  if (speaker === BUILT_IN && FORMER_VOICES.some((former) => former === voiceId)) return [];
  const { name, voices, speaksInstead } = speaker;
  const message = `This is no known voice of ${name}: ${speaksInstead}. Known are ${voices.join(', ')}.`;
  return [{ path: `${place}/voice/voiceId`, code: 'VOICE_UNKNOWN', message }];
}

function speakerOf(
  { models }: AgentDocument,
  mode: AgentMode,
  answerer: Answerer,
  { tts, entries }: ConfiguredProviders,
): Speaker | undefined {
  if (answerer.kind === 'none') return undefined;
  if (answerer.name === STARTER) return BUILT_IN;
  if (mode === 'end-to-end') return undefined;
  const [first = STARTER] = tts;
  const name = models?.traditional?.tts?.provider ?? first;
  if (name === STARTER) return BUILT_IN;
  const voices = voicesOf(entries?.tts.get(name));
  return voices && { name: `the provider ${name}`, voices, speaksInstead: 'it may refuse to speak' };
}

/** Only OpenAI's own voices are known: other servers of the protocol differ, and other providers have cloned voices. */
function voicesOf(entry: TextToSpeechEntry | undefined): readonly string[] | undefined {
  const { url, services } = PRESETS.get('openai') ?? {};
  return entry?.kind === 'openai' && entry.url === url ? services?.tts?.voices : undefined;
}
