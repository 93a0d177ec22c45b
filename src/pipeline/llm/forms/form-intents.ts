import type { AgentDocument, AgentForm, AgentIntent } from '../../../agent-document/index.js';
import { wordsOf } from '../../words/words-of.js';
import { isNegated } from '../intents/spoken-parts.js';

/** The intents that an agent answers: its own, and one for each form. */
export const intentsOf = ({ intents = [], forms = [] }: AgentDocument): AgentIntent[] => [
  ...intents,
  ...forms.map(({ name, when }) => ({ name, examples: when, reply: when[0] ?? name })),
];

export const formOfIntent = (
  { intents = [], forms = [] }: AgentDocument,
  intent: AgentIntent,
): AgentForm | undefined =>
  intents.includes(intent)
    ? undefined
    : forms.find(({ name, when }) => name === intent.name && when === intent.examples);

/** Minimum words of an example that is matched within a longer sentence; shorter ones would match anywhere. */
const LEAST_WORDS = 3;

/** Polite phrases before a request. */
const LEAD =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|yes|yeah|um|uh|so|well|okay|please|there) )*/;

/** The form that a request asks for together with values: "book a table for two tomorrow at eight". */
export function formSaid(
  agent: AgentDocument,
  text: string,
): { readonly intent: AgentIntent; readonly isFirst: boolean } | undefined {
  const said = `${wordsOf(text).join(' ')} `;
  const first = said.replace(LEAD, '');
  const sayings = (agent.forms ?? []).flatMap(({ when }) =>
    when.flatMap((example) => {
      const words = wordsOf(example);
      const isOther = words.length < LEAST_WORDS || isNegated(example) !== isNegated(text);
      const whole = `${words.join(' ')} `;
      if (isOther || !` ${said}`.includes(` ${whole}`)) return [];
      return [{ when, isFirst: first.startsWith(whole) }];
    }),
  );
  const found = sayings.find(({ isFirst }) => isFirst) ?? sayings[0];
  const intent = found && intentsOf(agent).find(({ examples }) => examples === found.when);
  return intent && { intent, isFirst: found.isFirst };
}
