import {
  type AgentDocument,
  chosenEndToEnd,
  type DocumentWarning,
  nextEndToEnd,
} from '../agent-document/index.js';
import type { ProviderEntries } from '../providers/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';

/** The providers of this instance, by the names used in documents. */
export interface ConfiguredProviders {
  /** End-to-end providers by preference, each with the adapter for its protocol. */
  readonly endToEnd: ReadonlyMap<string, string>;
  readonly llm: ReadonlySet<string>;
  readonly stt: ReadonlySet<string>;
  readonly tts: ReadonlySet<string>;
  /** The entries behind the names, if known. */
  readonly entries?: Pick<ProviderEntries, 'endToEnd' | 'stt' | 'tts'>;
}

export type Answerer =
  | { readonly kind: 'adapter'; readonly name: string }
  | { readonly kind: 'none'; readonly problems: readonly DocumentWarning[] };

export const ANSWERED_MODES = ['end-to-end', 'traditional'] as const satisfies readonly AgentMode[];

/** Name of the built-in agent and of its engines. */
export const STARTER = 'starter';
const CASCADE = 'cascade';
const ECHO = 'echo';

type Traditional = NonNullable<NonNullable<AgentDocument['models']>['traditional']>;
type Stage = Traditional['llm'];

const adapter = (name: string): Answerer => ({ kind: 'adapter', name });
const none = (...problems: DocumentWarning[]): Answerer => ({ kind: 'none', problems });

/**
 * Chooses the adapter for a document. A provider that the document names but the instance lacks is a problem; nothing
 * replaces it. The starter agent answers where it is named, and where the document needs no model.
 */
export function chooseAnswerer(
  mode: AgentMode,
  agent: AgentDocument,
  configured: ConfiguredProviders,
): Answerer {
  if (mode === 'echo') return adapter(ECHO);
  return mode === 'end-to-end' ? endToEnd(agent, configured) : traditional(agent, configured);
}

/**
 * The default mode of a call: the only one that the document names models for, otherwise the only one that this
 * instance has a model for; `end-to-end` if both are possible.
 */
export function unnamedMode(agent: AgentDocument, configured: ConfiguredProviders): AgentMode {
  const { endToEnd: single, traditional: stages } = agent.models ?? {};
  if (single) return 'end-to-end';
  if (stages?.llm ?? stages?.stt ?? stages?.tts) return 'traditional';
  if (configured.endToEnd.size > 0) return 'end-to-end';
  const isRead = hasPrompt(agent) && configured.llm.size > 0;
  return isRead || wantsModel(agent) ? 'traditional' : 'end-to-end';
}

function endToEnd(agent: AgentDocument, configured: ConfiguredProviders): Answerer {
  const named = agent.models?.endToEnd?.provider;
  if (named !== undefined) {
    const chosen = chosenEndToEnd(agent, knownIn(configured))?.models?.endToEnd?.provider;
    if (chosen === undefined) return none(notConfigured('/models/endToEnd/provider', named));
    return adapter(configured.endToEnd.get(chosen) ?? STARTER);
  }
  const [first] = configured.endToEnd.values();
  if (first !== undefined) return adapter(first);
  return wantsModel(agent) ? none(noModel('no end-to-end provider is configured')) : adapter(STARTER);
}

const knownIn =
  ({ endToEnd: providers }: ConfiguredProviders) =>
  (provider: string): boolean =>
    provider === STARTER || providers.has(provider);

/** The document without the provider that has failed; undefined if no provider is left. */
export function withoutFailed(
  mode: AgentMode,
  agent: AgentDocument,
  configured: ConfiguredProviders,
): AgentDocument | undefined {
  return mode === 'end-to-end' ? nextEndToEnd(agent, knownIn(configured)) : undefined;
}

function traditional(agent: AgentDocument, configured: ConfiguredProviders): Answerer {
  const { stt, llm, tts } = agent.models?.traditional ?? {};
  const ofStarter = llm
    ? firstOf(llm, new Set([...configured.llm, STARTER])) === STARTER
    : configured.llm.size === 0;
  // The starter agent uses its own speech engines.
  const own = new Set([STARTER]);
  const problems = [
    ...problemOf(stt, 'stt', ofStarter ? own : configured.stt),
    ...problemOf(llm, 'llm', ofStarter ? own : configured.llm),
    ...problemOf(tts, 'tts', ofStarter ? own : configured.tts),
  ];
  if (problems.length > 0) return none(...problems);
  if (!ofStarter) return adapter(CASCADE);
  return !llm && wantsModel(agent) ? none(noModel('no language model is configured')) : adapter(STARTER);
}

/** A prompt needs a model; intents need the starter agent. A document that names a model needs one, too. */
export function wantsModel(agent: AgentDocument): boolean {
  const { intents = [], models = {} } = agent;
  if (hasPrompt(agent) && intents.length === 0) return true;
  const named = [models.endToEnd, models.traditional?.llm];
  return named.some((stage) => stage !== undefined && stage.provider !== STARTER);
}

const hasPrompt = ({ prompt = '' }: AgentDocument): boolean => prompt.trim() !== '';

function firstOf(stage: NonNullable<Stage>, known: ReadonlySet<string>): string | undefined {
  return [stage, ...(stage.fallbacks ?? [])].map(({ provider }) => provider).find((name) => known.has(name));
}

function problemOf(stage: Stage, name: keyof Traditional, known: ReadonlySet<string>): DocumentWarning[] {
  if (!stage || firstOf(stage, known) !== undefined) return [];
  return [notConfigured(`/models/traditional/${name}/provider`, stage.provider)];
}

const notConfigured = (path: string, provider: string): DocumentWarning => ({
  path,
  code: 'PROVIDER_NOT_CONFIGURED',
  message: `the provider ${provider} is not configured on this instance`,
});

const noModel = (message: string): DocumentWarning => ({
  path: '/prompt',
  code: 'MODEL_NOT_CONFIGURED',
  message,
});
