/** From so many tokens on that are nothing but one beginning again and again, a recogniser repeats itself. */
const LOOP_TOKENS = 9;
const LOOP_TIMES = 3;
const LONGEST_PERIOD = 16;

/** What was said, where a recogniser has begun to repeat its last words for ever; otherwise all of it. */
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
