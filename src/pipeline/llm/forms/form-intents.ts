import type { AgentDocument, AgentForm, AgentIntent } from '../../../agent-document/index.js';
import { wordsOf } from '../../words/words-of.js';
import { isNegated } from '../intents/spoken-parts.js';

/** What an agent answers to: its intents, and the forms that it fills in. */
export const intentsOf = ({ intents = [], forms = [] }: AgentDocument): AgentIntent[] => [
  ...intents,
  ...forms.map(({ name, when }) => ({ name, examples: when, reply: when[0] ?? name })),
];

/** The form that an intent stands for. */
export const formOf = (
  { intents = [], forms = [] }: AgentDocument,
  intent: AgentIntent,
): AgentForm | undefined =>
  intents.includes(intent)
    ? undefined
    : forms.find(({ name, when }) => name === intent.name && when === intent.examples);

/** Of an example that is part of what was said; with fewer words it may be part of anything. */
const LEAST_WORDS = 3;

/** The form for which somebody asks and says values with it: "book a table for two tomorrow at eight". */
export function formSaid(agent: AgentDocument, text: string): AgentIntent | undefined {
  const said = ` ${wordsOf(text).join(' ')} `;
  const isIn = (example: string) => {
    const words = wordsOf(example);
    return (
      words.length >= LEAST_WORDS &&
      said.includes(` ${words.join(' ')} `) &&
      isNegated(example) === isNegated(text)
    );
  };
  const form = agent.forms?.find(({ when }) => when.some(isIn));
  return form && intentsOf(agent).find(({ examples }) => examples === form.when);
}
