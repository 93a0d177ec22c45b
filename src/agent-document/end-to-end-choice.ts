import type { AgentDocument } from './agent-document.js';

type Choice = NonNullable<NonNullable<AgentDocument['models']>['endToEnd']>;

/**
 * The document with its first known end-to-end provider, and the known ones after it as `fallbacks`. Unchanged if it
 * names none; undefined if it names only unknown ones.
 */
export function chosenEndToEnd(
  agent: AgentDocument,
  isKnown: (provider: string) => boolean,
): AgentDocument | undefined {
  const stage = agent.models?.endToEnd;
  return stage ? answeredBy(agent, stage, choicesOf(stage).filter(known(isKnown))) : agent;
}

/** The document with the next known provider, for failover; undefined without another one. */
export function nextEndToEnd(
  agent: AgentDocument,
  isKnown: (provider: string) => boolean,
): AgentDocument | undefined {
  const stage = agent.models?.endToEnd;
  return stage && answeredBy(agent, stage, choicesOf(stage).filter(known(isKnown)).slice(1));
}

const known =
  (isKnown: (provider: string) => boolean) =>
  ({ provider }: Choice): boolean =>
    isKnown(provider);

const choicesOf = ({ fallbacks = [], ...first }: Choice): Choice[] => [first, ...fallbacks];

function answeredBy(
  agent: AgentDocument,
  named: Choice,
  choices: readonly Choice[],
): AgentDocument | undefined {
  const [first, ...fallbacks] = choices;
  if (!first) return undefined;
  const models = { ...agent.models, endToEnd: { ...first, fallbacks } };
  // Voice IDs are valid only for the provider that they were chosen for.
  const { voiceId: _of, ...voice } = agent.voice ?? {};
  return { ...agent, models, ...(first.provider !== named.provider && { voice }) };
}
