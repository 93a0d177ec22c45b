import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { CountingService } from '../../providers/support/counting-service.js';
import type { Brain } from '../../stand-ins/index.js';

/** The agent's words when a call resumes. */
export const CUT_OFF = 'Sorry, we were cut off.';

/**
 * Knows only the conversation it is given. Answers each sentence: an unanswered text from before a takeover arrives
 * together with the next one.
 */
export const rememberingBrain: Brain = ({ history, instructions }) => {
  const last = history.at(-1);
  const words = history.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
  const asked = words.at(-1) ?? '';
  const item = /book (\w+)/i.exec(asked)?.[1];
  if (item !== undefined && last?.role !== 'tool') {
    return { kind: 'call', name: 'book_table', arguments: JSON.stringify({ item }) };
  }
  // During a PostgreSQL outage a tool call cannot be logged and is not made.
  const isBooked = last?.role === 'tool' && last.output.includes('booked');
  const answers: string[] =
    item === undefined ? [] : [isBooked ? 'It is booked.' : 'That could not be done.'];
  const remember = /remember (\w+)/i.exec(asked)?.[1];
  if (remember !== undefined) answers.push(`I remember ${remember}.`);
  // Models without history support have it in their instructions.
  const all = [...`${instructions}\n${words.join('\n')}`.matchAll(/please remember (\w+)/gi)];
  const isAsked = answers.length === 0 || /what was the word/i.test(asked);
  if (isAsked) answers.push(`The word is ${all.at(-1)?.[1] ?? 'unknown'}.`);
  return { kind: 'say', text: answers.join(' ') };
};

/** A cascade agent that books once per key. */
export function rememberingAgent(bookings: CountingService): AgentDocument {
  const tool = bookings.tool({
    parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  });
  return {
    schemaVersion: 1,
    greeting: 'Hello.',
    prompt: 'You are helpful.',
    carryOn: { message: CUT_OFF },
    models: { traditional: { llm: { provider: 'openai' } } },
    tools: [{ ...tool, http: { ...tool.http, repeatable: true } }],
  };
}
