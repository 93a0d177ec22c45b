import type { FoundPassage } from './full-text-search.js';
import { withinTokenBudget } from './within-token-budget.js';

const passage = (number: number, text: string): FoundPassage => ({
  ...{ number, text, originId: `top_${number}`, name: 'A', title: '', actions: '' },
});
const long = passage(1, 'a'.repeat(1_000));

describe("passages within a turn's budget", () => {
  it('are included whole while they fit, at four characters per token', () => {
    const given = withinTokenBudget([long, passage(2, 'b'.repeat(600))], 400);
    expect(given.map(({ id, text }) => [id, text.length])).toEqual([
      ['top_1', 1_000],
      ['top_2', 600],
    ]);
  });

  it('are cut at the budget, and dropped when almost nothing would remain', () => {
    const lengths = (tokens: number) =>
      withinTokenBudget([long, long, long], tokens).map(({ text }) => text.length);
    expect([lengths(400), lengths(290), lengths(50)]).toEqual([[1_000, 600], [1_000], [200]]);
    expect(withinTokenBudget([long, passage(2, 'short')], 252)).toHaveLength(2);
  });

  it('are never cut within a character', () => {
    const [cut] = withinTokenBudget([passage(1, `${'a'.repeat(399)}😀 and more of it`.padEnd(1_000))], 100);
    expect(cut?.text).toBe('a'.repeat(399));
  });
});
