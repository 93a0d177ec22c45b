import {
  callsForMeans,
  callsForShares,
  differenceOfMeans,
  differenceOfShares,
  normalQuantile,
  shareInterval,
} from './index.js';

describe('confidence interval of a proportion', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [95, 100, 0.8882, 0.9785],
  ])('for %d of %d is %d to %d (Wilson)', (events, of, low, high) => {
    const [from, to] = shareInterval(events, of);
    expect(from).toBeCloseTo(low, 3);
    expect(to).toBeCloseTo(high, 3);
  });

  it('is undefined without values', () => expect(shareInterval(0, 0)).toEqual([0, 1]));
});

describe('confidence interval of a difference', () => {
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [0, 10, 0, 20, -0.1611, 0.2775],
  ])('for %d of %d less %d of %d is %d to %d (table II of Newcombe, 1998)', (a, m, b, n, low, high) => {
    const [from, to] = differenceOfShares({ events: a, of: m }, { events: b, of: n });
    expect(from).toBeCloseTo(low, 3);
    expect(to).toBeCloseTo(high, 3);
  });

  it("of means is Welch's, and undefined for small samples", () => {
    const variance = 50 / 24;
    const [one, other] = [
      { count: 25, mean: 12, variance },
      { count: 25, mean: 10, variance },
    ];
    const half = 1.96 * Math.sqrt((2 * one.variance) / 25);
    const [low = 0, high = 0] = differenceOfMeans(one, other) ?? [];
    expect(low).toBeCloseTo(2 - half, 2);
    expect(high).toBeCloseTo(2 + half, 2);
    expect(differenceOfMeans({ ...one, count: 19 }, other)).toBeUndefined();
  });
});

describe('required sample size', () => {
  it.each([
    [0.5, 0.1, 393],
    [0.1, 0.05, 566],
    [0.02, 0.05, 124],
  ])('around %d for a difference of %d is %d per side', (share, difference, count) => {
    expect(Math.abs(callsForShares(share, difference, 0.05) - count)).toBeLessThanOrEqual(2);
  });

  it('for means quadruples when the difference halves', () => {
    expect(callsForMeans(90_000, 100, 0.05)).toBeCloseTo(142, -1);
    expect(callsForMeans(90_000, 50, 0.05) / callsForMeans(90_000, 100, 0.05)).toBeCloseTo(4, 1);
  });

  it('uses the quantiles of the normal distribution', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.96, 3);
    expect(normalQuantile(0.2)).toBeCloseTo(-0.8416, 3);
  });
});
