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
