/** Letters that are easily confused on the telephone. */
const ALIKE = ['bcdegptvz', 'mn', 'sfxz', 'ahkj', 'iy', 'qu', 'lo'];
/** Costs (natural logarithms) of a letter that is heard as a similar one, as another one, not at all, or added. */
const SIMILAR = 1;
const OTHER = 3;
const LOST = 1.5;
const ADDED = 2.5;

const PAIRS: ReadonlySet<string> = new Set(
  ALIKE.flatMap((group) => [...group].flatMap((one) => [...group].map((other) => one + other))),
);

/** How likely letters are to be heard as others, as a natural logarithm: 0 for the same ones. */
export function likeness(said: string, heard: string): number {
  if (said === heard) return 0;
  const costs = Float64Array.from({ length: heard.length + 1 }, (_none, at) => at * ADDED);
  for (const letter of said) {
    let before = costs[0] ?? 0;
    let cost = before + LOST;
    costs[0] = cost;
    for (let at = 0; at < heard.length; at++) {
      const above = costs[at + 1] ?? 0;
      const other = heard[at] ?? '';
      const swap = letter === other ? 0 : PAIRS.has(letter + other) ? SIMILAR : OTHER;
      cost = Math.min(before + swap, above + LOST, cost + ADDED);
      costs[at + 1] = cost;
      before = above;
    }
  }
  return -(costs[heard.length] ?? 0);
}
