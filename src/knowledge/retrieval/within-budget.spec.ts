import type { FoundPassage } from './full-text-search.js';
import { withinBudget } from './within-budget.js';

const passage = (number: number, text: string): FoundPassage => ({
  ...{ number, text, originId: `top_${number}`, name: 'A', title: '', actions: '' },
});
const long = passage(1, 'a'.repeat(1_000));

describe('passages for a turn', () => {
  it('are given whole as long as they fit, of four characters a token', () => {
    const given = withinBudget([long, passage(2, 'b'.repeat(600))], 400);
    expect(given.map(({ id, text }) => [id, text.length])).toEqual([
      ['top_1', 1_000],
      ['top_2', 600],
    ]);
  });

  it('are cut where the budget ends, and left out where next to nothing of them would be left', () => {
    const lengths = (tokens: number) =>
      withinBudget([long, long, long], tokens).map(({ text }) => text.length);
    expect([lengths(400), lengths(290), lengths(50)]).toEqual([[1_000, 600], [1_000], [200]]);
    expect(withinBudget([long, passage(2, 'short')], 252)).toHaveLength(2);
  });

  it('are never cut within a character', () => {
    const [cut] = withinBudget([passage(1, `${'a'.repeat(399)}😀 and more of it`.padEnd(1_000))], 100);
    expect(cut?.text).toBe('a'.repeat(399));
  });
});
