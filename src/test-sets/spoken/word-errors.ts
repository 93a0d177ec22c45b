/**
 * Word error rate: the fewest inserted, deleted or replaced words that turn one text into the other, divided by the
 * number of words said. Only letters and digits count, ignoring case. 0: all recognized; above 1 if more was heard than
 * said.
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
