import type { AgentDocument } from './agent-document.js';

type Choice = NonNullable<NonNullable<AgentDocument['models']>['endToEnd']>;

/**
 * The document as the first of its end-to-end providers that is known answers it, with those behind it as `fallbacks`.
 * The same document where it names none; undefined where none that it names is known.
 */
export function chosenEndToEnd(
  agent: AgentDocument,
  isKnown: (provider: string) => boolean,
): AgentDocument | undefined {
  const stage = agent.models?.endToEnd;
  return stage ? answeredBy(agent, stage, choicesOf(stage).filter(known(isKnown))) : agent;
}

/** The same where that one has failed; undefined where no other one is known. */
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
  // A voice is known to the provider that it was chosen for.
  const { voiceId: _of, ...voice } = agent.voice ?? {};
  return { ...agent, models, ...(first.provider !== named.provider && { voice }) };
}
