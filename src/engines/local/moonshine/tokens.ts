/** After this many tokens of the same repeated sequence, a recognizer is in a loop. */
const LOOP_TOKENS = 9;
const LOOP_TIMES = 3;
const LONGEST_PERIOD = 16;

/**
 * The most likely tokens, best first.
 * @param all The likelihood of each token.
 * @param from The first token that is allowed.
 */
export function likeliestTokens(all: Float32Array, count: number, from: number): number[] {
  const found: number[] = [];
  const at = (place: number): number => all[found[place] ?? 0] ?? -Infinity;
  for (let token = from; token < all.length; token++) {
    const value = all[token] ?? -Infinity;
    if (found.length === count && value <= at(count - 1)) continue;
    let place = found.length;
    while (place > 0 && at(place - 1) < value) place--;
    found.splice(place, 0, token);
    if (found.length > count) found.pop();
  }
  return found;
}

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
