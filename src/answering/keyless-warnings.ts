import type { AgentDocument, DocumentWarning } from '../agent-document/index.js';
import { FORMER_VOICES, VOICE_NAMES } from '../engines/local/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import { type Answerer, type ConfiguredProviders, STARTER } from './choose-answerer.js';

const ENGINES = { stt: 'recognizer understands', tts: 'voice speaks' } as const;

/** Warns about documents that use the local engines in a way that these do not support. */
export function keylessWarnings(
  agent: AgentDocument,
  mode: AgentMode,
  answerer: Answerer,
  configured: ConfiguredProviders,
  place: string,
): DocumentWarning[] {
  if (answerer.kind === 'none') return [];
  const isKeyless = (stage: keyof typeof ENGINES) =>
    answerer.name === STARTER || (mode === 'traditional' && isStageKeyless(agent, stage, configured[stage]));
  const stages = (['stt', 'tts'] as const).filter(isKeyless);
  return [...ofLanguage(agent, stages, place), ...(isKeyless('tts') ? ofVoice(agent, place) : [])];
}

/** Whether a stage uses the built-in engine: it is named, or no other is configured. */
function isStageKeyless(
  { models }: AgentDocument,
  stage: keyof typeof ENGINES,
  configured: ReadonlySet<string>,
): boolean {
  const named = models?.traditional?.[stage]?.provider;
  return named === undefined ? [...configured].every((name) => name === STARTER) : named === STARTER;
}

function ofLanguage(
  { languageCode }: AgentDocument,
  stages: readonly (keyof typeof ENGINES)[],
  place: string,
): DocumentWarning[] {
  if (languageCode === undefined || /^en\b/i.test(languageCode) || stages.length === 0) return [];
  const engines = stages.map((stage) => `the built-in ${ENGINES[stage]}`).join(', and ');
  const message =
    `Calls are not in ${languageCode}: ${engines} English only. Configure providers of speech, and name them in ` +
    'models.traditional, for instance {"stt":{"provider":"my-provider"},"tts":{"provider":"my-provider"}}.';
  return [{ path: `${place}/languageCode`, code: 'ENGLISH_ONLY', message }];
}

function ofVoice({ voice }: AgentDocument, place: string): DocumentWarning[] {
  const voiceId = FORMER_VOICES.find((name) => name === voice?.voiceId);
  if (voiceId === undefined) return [];
  const message = `The built-in voice ${voiceId} has been replaced: ${VOICE_NAMES[0]} speaks. Leave voiceId out, or set "${VOICE_NAMES[0]}".`;
  return [{ path: `${place}/voice/voiceId`, code: 'VOICE_REPLACED', message }];
}
