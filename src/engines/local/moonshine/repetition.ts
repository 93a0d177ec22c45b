/** After this many tokens of the same repeated sequence, a recognizer is in a loop. */
const LOOP_TOKENS = 9;
const LOOP_TIMES = 3;
const LONGEST_PERIOD = 16;

/** The transcript without an endless repetition of its last words. */
export function withoutRepetition(tokens: readonly number[]): readonly number[] {
  for (let period = 1; period <= LONGEST_PERIOD; period++) {
    const times = Math.max(LOOP_TIMES, Math.ceil(LOOP_TOKENS / period));
    const length = period * times;
    if (tokens.length < length) continue;
    const end = tokens.slice(-length);
    if (end.every((token, at) => at < period || token === end[at - period])) {
      return tokens.slice(0, tokens.length - length + period);
    }
  }
  return tokens;
}
