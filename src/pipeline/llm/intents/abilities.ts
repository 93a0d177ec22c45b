import type { AgentIntent } from '../../../agent-document/index.js';
import { spokenName } from './replies.js';

/** Small talk is not an ability worth offering. */
const SMALL_TALK = new Set(
  (
    'hello|hi|hey|good morning|good evening|how are you|thanks|thank you|thank you very much|thanks a lot|yes|no|okay|goodbye|bye|' +
    'bye bye|who are you|what is your name|what is your name?|are you a robot|are you human|what can you do|how can you help me|help|' +
    'what can i ask you|never mind|sorry'
  ).split('|'),
);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.,!?]/g, '')
    .trim();

/** What the agent can help with, as spoken names in the same order. @param topics Names of its knowledge topics. */
export function abilitiesOf(intents: readonly AgentIntent[], topics: readonly string[] = []): string[] {
  const own = intents.filter(
    ({ endsCall, examples }) =>
      endsCall !== true && !examples.some((example) => SMALL_TALK.has(plain(example))),
  );
  const names = [...own.map(({ name }) => name), ...topics].flatMap((name) => spokenName(name) ?? []);
  return [...new Set(names)];
}
