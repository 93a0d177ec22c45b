import { refusalText } from '../../providers/openai-client.js';

/** What some servers refuse, and others are better off with. */
export interface ChatDialect {
  /** `stream_options`, with which a stream ends with what it came to. */
  readonly withoutUsage: boolean;
  /** Messages of the role `system`. */
  readonly withoutSystem: boolean;
  /** Messages of the assistant that have both words and tool calls. */
  readonly withoutWordsAndCalls: boolean;
}

export const FULL_DIALECT: ChatDialect = {
  withoutUsage: false,
  withoutSystem: false,
  withoutWordsAndCalls: false,
};

/** By the words of servers, which have no codes for it. What alternates is refused for the system's message alone. */
const REFUSALS: Readonly<Record<keyof ChatDialect, RegExp>> = {
  withoutUsage: /stream_options/,
  withoutSystem:
    /alternat|system.{0,40}not.{0,10}support|n[o'’]t.{0,10}support.{0,40}system|only user and assistant/i,
  withoutWordsAndCalls: /content (?:or|and) tool_?calls/i,
};

/** The dialect to ask in again; undefined where the request was refused for something else. */
export function simplerDialect(dialect: ChatDialect, error: unknown): ChatDialect | undefined {
  const refusal = refusalText(error);
  if (refusal === undefined) return undefined;
  const refused = Object.entries(REFUSALS).find(
    ([name, words]) => !dialect[name as keyof ChatDialect] && words.test(refusal),
  );
  return refused && { ...dialect, [refused[0]]: true };
}
