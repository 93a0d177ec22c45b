/**
 * Word error rate: the fewest words that are put in, left out or replaced to make one text the other, by the number of
 * words that were said. Letters and digits alone count, in either case. 0: all heard right; above 1 where more was
 * heard than was said.
 */
export function wordErrorRate(said: string, heard: string): number {
  const [wanted, got] = [wordsOf(said), wordsOf(heard)];
  if (wanted.length === 0) return got.length === 0 ? 0 : 1;
  let previous = Array.from({ length: got.length + 1 }, (_, index) => index);
  for (const [row, word] of wanted.entries()) {
    const current = [row + 1];
    for (const [column, other] of got.entries()) {
      const replaced = (previous[column] ?? 0) + (word === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) / wanted.length;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
