import type { HeldTurn } from '../checks/expectation-checker.js';

/** A line of a conversation for models; findings cite `turn`. */
export interface Line {
  readonly turn: number;
  readonly speaker: 'caller' | 'agent';
  readonly text: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
}

/** All words and tool calls, numbered. */
export function linesOf(turns: readonly HeldTurn[]): Line[] {
  const lines: Line[] = [];
  for (const { say, reply } of turns) {
    if (say !== undefined) lines.push({ turn: lines.length, speaker: 'caller', text: say });
    const text = reply.replies.join(' ');
    const toolCalls = reply.toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given }));
    if (text === '' && toolCalls.length === 0) continue;
    const called = toolCalls.length > 0 ? { toolCalls } : {};
    lines.push({ turn: lines.length, speaker: 'agent', text, ...called });
  }
  return lines;
}
