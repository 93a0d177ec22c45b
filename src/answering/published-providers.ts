import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AgentDocument } from '../agent-document/index.js';
import type { ProviderEntries } from '../providers/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import { type ConfiguredProviders, STARTER, wantsModel } from './choose-answerer.js';

const Provider = Type.Object({
  name: Type.String(),
  model: Type.Optional(Type.String()),
  voice: Type.Optional(Type.String()),
});
const Stage = Type.Array(Provider);

/**
 * The providers of an account as they were when a version was published: the first of a stage is the one for documents
 * that name none, and each has the model and voice for documents that name none.
 */
export const PublishedProviders = Type.Object({ endToEnd: Stage, stt: Stage, llm: Stage, tts: Stage });
export type PublishedProviders = Static<typeof PublishedProviders>;

/** Undefined where none were kept yet. */
export const parsePublishedProviders = (kept: unknown): PublishedProviders | undefined =>
  Value.Check(PublishedProviders, kept) ? kept : undefined;

type Known = Static<typeof Provider>;
type Models = NonNullable<AgentDocument['models']>;
type Choice = NonNullable<Models['endToEnd']>;

export function publishedProviders({ endToEnd, stt, llm, tts }: ProviderEntries): PublishedProviders {
  // The built-in engines come last in each stage that has them.
  return {
    endToEnd: known(endToEnd),
    llm: known(llm),
    stt: [...known(stt), BUILT_IN],
    tts: [...known(tts), BUILT_IN],
  };
}

const BUILT_IN: Known = { name: STARTER };

const known = (entries: ReadonlyMap<string, object>): Known[] =>
  [...entries].map(([name, entry]) => ({
    name,
    ...('model' in entry && typeof entry.model === 'string' && { model: entry.model }),
    ...('voice' in entry && typeof entry.voice === 'string' && { voice: entry.voice }),
  }));

/**
 * The document as it was meant when it was published: the providers, models and voices of the mode that it leaves open
 * are the ones of then. Where such a provider is gone, the one that is the first now takes its place.
 * @param now Absent: what was there is there.
 */
export function asPublished(
  agent: AgentDocument,
  mode: AgentMode,
  then: PublishedProviders,
  now: Partial<ConfiguredProviders> = {},
): AgentDocument {
  if (mode === 'echo') return agent;
  if (mode === 'end-to-end') {
    const endToEnd = filled(
      agent.models?.endToEnd,
      then.endToEnd,
      firstOr(agent, then.endToEnd),
      now.endToEnd,
    );
    const models = { ...agent.models, ...(endToEnd && { endToEnd }) };
    return withVoice({ ...agent, models }, endToEnd, then.endToEnd);
  }
  const named = agent.models?.traditional ?? {};
  const llm = filled(named.llm, then.llm, firstOr(agent, then.llm), now.llm, agent.llm?.modelId);
  if (!llm) return agent;
  // The starter agent has its own speech engines.
  const isStarter = llm.provider === STARTER;
  const stt = isStarter ? named.stt : filled(named.stt, then.stt, then.stt[0], now.stt);
  const tts = isStarter ? named.tts : filled(named.tts, then.tts, then.tts[0], now.tts);
  const traditional = { ...named, llm, ...(stt && { stt }), ...(tts && { tts }) };
  return withVoice({ ...agent, models: { ...agent.models, traditional } }, tts, then.tts);
}

/** Without a model the starter agent answers. One that needs a model takes the first one that is added. */
const firstOr = (agent: AgentDocument, [first]: readonly Known[]): Known | undefined =>
  first ?? (wantsModel(agent) ? undefined : BUILT_IN);

function filled(
  named: Choice | undefined,
  then: readonly Known[],
  first: Known | undefined,
  now: { has(name: string): boolean } | undefined,
  modelOfDocument?: string,
): Choice | undefined {
  const modelOf = ({ provider, modelId }: Pick<Choice, 'provider' | 'modelId'>) => {
    const model = modelId ?? then.find(({ name }) => name === provider)?.model;
    return model === undefined ? {} : { modelId: model };
  };
  if (named) {
    const { fallbacks, modelId = modelOfDocument } = named;
    return {
      ...named,
      ...modelOf({ ...named, ...(modelId !== undefined && { modelId }) }),
      ...(fallbacks && { fallbacks: fallbacks.map((choice) => ({ ...choice, ...modelOf(choice) })) }),
    };
  }
  if (!first || (first.name !== STARTER && now?.has(first.name) === false)) return undefined;
  return {
    provider: first.name,
    ...modelOf({ provider: first.name, ...(modelOfDocument !== undefined && { modelId: modelOfDocument }) }),
  };
}

/** Fallbacks have voices of their own, which one that is set would replace. */
function withVoice(agent: AgentDocument, choice: Choice | undefined, then: readonly Known[]): AgentDocument {
  if (!choice || agent.voice?.voiceId !== undefined || choice.fallbacks?.length) return agent;
  const voice = then.find(({ name }) => name === choice.provider)?.voice;
  return voice === undefined ? agent : { ...agent, voice: { ...agent.voice, voiceId: voice } };
}
