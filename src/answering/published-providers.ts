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
 * An account's providers when a version was published. The first one of a stage is the default provider, and each has
 * its default model and voice.
 */
export const PublishedProviders = Type.Object({ endToEnd: Stage, stt: Stage, llm: Stage, tts: Stage });
export type PublishedProviders = Static<typeof PublishedProviders>;

/** Undefined for versions without this snapshot. */
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
 * The document with the defaults of its time of publishing: providers, models and voices that it leaves open are those
 * of then. A removed provider is replaced by today's first one.
 * @param now Absent: all providers of the snapshot still exist.
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
  // The starter agent uses its own speech engines.
  const isStarter = llm.provider === STARTER;
  const stt = isStarter ? named.stt : filled(named.stt, then.stt, then.stt[0], now.stt);
  const tts = isStarter ? named.tts : filled(named.tts, then.tts, then.tts[0], now.tts);
  const traditional = { ...named, llm, ...(stt && { stt }), ...(tts && { tts }) };
  return withVoice({ ...agent, models: { ...agent.models, traditional } }, tts, then.tts);
}

/** Without a model the starter agent answers. A document that needs a model uses the first one that is added. */
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

/** Fallbacks have their own voices, which an explicit voice would replace. */
function withVoice(agent: AgentDocument, choice: Choice | undefined, then: readonly Known[]): AgentDocument {
  if (!choice || agent.voice?.voiceId !== undefined || choice.fallbacks?.length) return agent;
  const voice = then.find(({ name }) => name === choice.provider)?.voice;
  return voice === undefined ? agent : { ...agent, voice: { ...agent.voice, voiceId: voice } };
}
