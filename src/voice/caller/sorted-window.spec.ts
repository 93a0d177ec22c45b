import { SortedWindow } from './sorted-window.js';

describe('SortedWindow', () => {
  it('computes the same quantiles as sorting, with ties, ascending, descending and random values', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff;
    const rows = [
      Array.from({ length: 300 }, (_, at) => at),
      Array.from({ length: 300 }, (_, at) => -at),
      Array.from({ length: 300 }, () => 7),
      Array.from({ length: 2_000 }, () => Math.floor(random() * 10)),
      Array.from({ length: 2_000 }, () => random() * 90 - 90),
    ];
    for (const row of rows) {
      const window = new SortedWindow(94);
      row.forEach((value, at) => {
        window.add(value);
        const sorted = row.slice(Math.max(0, at - 93), at + 1).sort((a, b) => a - b);
        expect(window.size).toBe(sorted.length);
        for (const share of [0, 0.1, 0.3, 0.99])
          expect(window.at(share)).toBe(sorted[Math.floor(sorted.length * share)]);
      });
    }
  });

  it('is undefined before the first value', () => {
    expect(new SortedWindow(3).at(0.5)).toBeUndefined();
  });
});
