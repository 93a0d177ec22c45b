import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { CountingService } from '../../providers/support/counting-service.js';
import type { Brain } from '../../stand-ins/index.js';

/** What the agent says when a call goes on. */
export const CUT_OFF = 'Sorry, we were cut off.';

/**
 * Knows what it is told of the conversation, and nothing else. Answers each sentence: what a caller wrote before its
 * call went on elsewhere and was not answered yet comes together with what it writes next.
 */
export const rememberingBrain: Brain = ({ history, instructions }) => {
  const last = history.at(-1);
  const words = history.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
  const asked = words.at(-1) ?? '';
  const item = /book (\w+)/i.exec(asked)?.[1];
  if (item !== undefined && last?.role !== 'tool') {
    return { kind: 'call', name: 'book_table', arguments: JSON.stringify({ item }) };
  }
  // While PostgreSQL is away a tool can't be written down, and is not called.
  const isBooked = last?.role === 'tool' && last.output.includes('booked');
  const answers: string[] =
    item === undefined ? [] : [isBooked ? 'It is booked.' : 'That could not be done.'];
  const remember = /remember (\w+)/i.exec(asked)?.[1];
  if (remember !== undefined) answers.push(`I remember ${remember}.`);
  // Models that can't be given a history have it in their instructions.
  const all = [...`${instructions}\n${words.join('\n')}`.matchAll(/please remember (\w+)/gi)];
  const isAsked = answers.length === 0 || /what was the word/i.test(asked);
  if (isAsked) answers.push(`The word is ${all.at(-1)?.[1] ?? 'unknown'}.`);
  return { kind: 'say', text: answers.join(' ') };
};

/** An agent of the cascade that books, once for each key. */
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
