import type { Schemas } from '../api/client.js';
import type { ConversationDetail } from './queries.js';

type TestTurn = Schemas['TestTurn'];

/** As many as a case may have. */
const MOST_TURNS = 50;

/** What a caller said in a conversation, with the tools that each answer is to call again. */
export function testTurnsOf({ turns }: Pick<ConversationDetail, 'turns'>): TestTurn[] {
  const made: TestTurn[] = [];
  let isAnswered = true;
  for (const { speaker, text, toolCalls } of turns) {
    const last = made.at(-1);
    if (speaker === 'agent') {
      isAnswered = true;
      last?.expect.push(...toolCalls.map(({ name }) => ({ kind: 'tool-called' as const, name })));
    } else if (text !== null && text !== '') {
      // What was said in several pieces before an answer is one thing to say.
      if (last && !isAnswered) last.say = `${last.say ?? ''} ${text}`;
      else made.push({ say: text, expect: [] });
      isAnswered = false;
    }
  }
  return made.slice(0, MOST_TURNS);
}
