import { refusalText } from '../../providers/openai-client.js';

/** Request features that some servers reject and others need. */
export interface ChatDialect {
  /** `stream_options`, which ends a stream with its token usage. */
  readonly withoutUsage: boolean;
  /** Messages of the role `system`. */
  readonly withoutSystem: boolean;
  /** Assistant messages with both words and tool calls. */
  readonly withoutWordsAndCalls: boolean;
}

export const FULL_DIALECT: ChatDialect = {
  withoutUsage: false,
  withoutSystem: false,
  withoutWordsAndCalls: false,
};

/**
 * Matches error texts, because servers have no codes for these cases. "Must alternate" errors refer only to the system
 * message.
 */
const REFUSALS: Readonly<Record<keyof ChatDialect, RegExp>> = {
  withoutUsage: /stream_options/,
  withoutSystem:
    /alternat|system.{0,40}not.{0,10}support|n[o'’]t.{0,10}support.{0,40}system|only user and assistant/i,
  withoutWordsAndCalls: /content (?:or|and) tool_?calls/i,
};

/** The dialect for a retry; undefined if the request was rejected for another reason. */
export function simplerDialect(dialect: ChatDialect, error: unknown): ChatDialect | undefined {
  const refusal = refusalText(error);
  if (refusal === undefined) return undefined;
  const refused = Object.entries(REFUSALS).find(
    ([name, words]) => !dialect[name as keyof ChatDialect] && words.test(refusal),
  );
  return refused && { ...dialect, [refused[0]]: true };
}
