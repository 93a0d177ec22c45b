/** Letters that are easily confused on the telephone: their names rhyme or begin alike. */
const ALIKE = ['bcdegptvz', 'mn', 'sfxz', 'ahkj', 'iy', 'quw'];
/** Costs (natural logarithms) of a letter that is heard as a similar one, as another one, not at all, or added. */
const SIMILAR = 1;
const OTHER = 3;
const LOST = 1.5;
const ADDED = 2.5;

/** Number of ASCII characters. */
const CODES = 128;
const SWAPS = new Float64Array(CODES * CODES).fill(OTHER);
for (const group of ALIKE)
  for (const one of group)
    for (const other of group) SWAPS[one.charCodeAt(0) * CODES + other.charCodeAt(0)] = SIMILAR;

const swapOf = (one: number, other: number): number =>
  one === other ? 0 : one < CODES && other < CODES ? (SWAPS[one * CODES + other] ?? OTHER) : OTHER;

/** Costs of nothing said, by the number of letters heard. */
export const costsOfNothing = (heard: string): Float64Array =>
  Float64Array.from({ length: heard.length + 1 }, (_none, at) => at * ADDED);

/**
 * Adds a said letter to the costs by the number of letters heard.
 * @param next Gets the new costs.
 * @returns The lowest one.
 */
export function addLetter(costs: Float64Array, letter: number, heard: string, next: Float64Array): number {
  let cost = (next[0] = (costs[0] ?? 0) + LOST);
  let lowest = cost;
  for (let at = 0; at < heard.length; at++) {
    const swap = (costs[at] ?? 0) + swapOf(letter, heard.charCodeAt(at));
    cost = next[at + 1] = Math.min(swap, (costs[at + 1] ?? 0) + LOST, cost + ADDED);
    if (cost < lowest) lowest = cost;
  }
  return lowest;
}

/** How likely letters are to be heard as others, as a natural logarithm: 0 for the same ones. */
export function likeness(said: string, heard: string): number {
  if (said === heard) return 0;
  let costs: Float64Array = costsOfNothing(heard);
  let next: Float64Array = new Float64Array(heard.length + 1);
  for (let at = 0; at < said.length; at++) {
    addLetter(costs, said.charCodeAt(at), heard, next);
    [costs, next] = [next, costs];
  }
  return -(costs[heard.length] ?? 0);
}
