/** What recognisers write of sounds that nobody said: `[BLANK_AUDIO]`, `(soft music)`, `*sighs*`, `<noise>`. */
const MARKS = /\[[^\]]*\]|\(\p{L}[\p{L}\s'-]*\)|\*+\p{L}[\p{L}\s'-]*\*+|<[^>]*>|[♩♪♫♬]+/gu;
const SAID = /[\p{L}\p{N}]/u;

/** The words of a transcript, without marks of sounds; empty where nothing was said. */
export function wordsWithoutMarks(text: string): string {
  const words = text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim();
  return SAID.test(words) ? words : '';
}
