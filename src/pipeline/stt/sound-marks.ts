/**
 * Recognizers' annotations of non-speech sounds: `[BLANK_AUDIO]`, `(soft music)`, `*sighs*`, `<noise>`. The search for
 * the end of one stops at the next, so that the time stays linear.
 */
const MARKS = /\[[^[\]]*\]|\(\p{L}[\p{L}\s'-]*\)|(?<!\*)\*+\p{L}[\p{L}\s'-]*\*+|<[^<>]*>|[♩♪♫♬]+/gu;
const SAID = /[\p{L}\p{N}]/u;

/** Removes annotations of sounds from a transcript; empty if nothing was said. */
export function wordsWithoutMarks(text: string): string {
  const words = text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim();
  return SAID.test(words) ? words : '';
}
