import { defaultStarterDocument } from '../../src/pipeline/starter/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';

/** Without pauses: any silence means that the agent was interrupted. */
const WORDS =
  'our kitchen is open from nine in the morning until nine in the evening and we serve fresh fish and warm bread and many kinds of soup ' +
  'while the garden behind the house is open whenever the weather allows it and our guests may sit under the old trees and ';
const TIMES = 5;

/** Greets callers at great length. */
export function talkingAgent(): Partial<AgentDocument> {
  return { greeting: `${WORDS.repeat(TIMES)}so much for now.`, turnTaking: { detection: 'earshot' } };
}

/** Says little, so that many turns fit into a minute; it understands what the starter agent does. */
export function briefAgent(): AgentDocument {
  const document = defaultStarterDocument();
  const reply = 'All right, I have noted that.';
  return {
    ...document,
    greeting: 'Hello there.',
    intents: (document.intents ?? []).map((intent) => ({ ...intent, reply, endsCall: false })),
    fallbackReply: 'Sorry, say that again.',
    turnTaking: { detection: 'earshot' },
  };
}
