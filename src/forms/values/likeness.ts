/** Letters whose names sound alike on the telephone. */
const ALIKE = ['bcdegptvz', 'mn', 'sfxz', 'ahkj', 'iy', 'qu', 'lo'];
/** Costs (natural logarithms) of a letter that is heard as a similar one, as another one, not at all, or added. */
const SIMILAR = 1;
const OTHER = 3;
const LOST = 1.5;
const ADDED = 2.5;

const isAlike = (one: string, other: string): boolean =>
  ALIKE.some((group) => group.includes(one) && group.includes(other));

/** How likely letters are to be heard as others, as a natural logarithm: 0 for the same ones. */
export function likeness(said: string, heard: string): number {
  let costs = Array.from({ length: heard.length + 1 }, (_none, at) => at * ADDED);
  for (const letter of said) {
    const next = [(costs[0] ?? 0) + LOST];
    for (const [at, other] of [...heard].entries()) {
      const swap = letter === other ? 0 : isAlike(letter, other) ? SIMILAR : OTHER;
      next.push(Math.min((costs[at] ?? 0) + swap, (costs[at + 1] ?? 0) + LOST, (next[at] ?? 0) + ADDED));
    }
    costs = next;
  }
  return -(costs.at(-1) ?? 0);
}
