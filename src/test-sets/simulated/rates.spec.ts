import { passAllOf, shareInterval } from './rates.js';

describe('how sure a pass rate is', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [95, 100, 0.8882, 0.9785],
  ])('%d of %d lie from %d to %d (values of Wilson’s formula)', (passed, of, low, high) => {
    const [from, to] = shareInterval(passed, of);
    expect(from).toBeCloseTo(low, 3);
    expect(to).toBeCloseTo(high, 3);
  });

  it('is unknown without a run', () => expect(shareInterval(0, 0)).toEqual([0, 1]));
});

describe('pass^k', () => {
  it.each([
    [1, 3, 4, 0.75],
    [2, 3, 4, 0.5],
    [4, 3, 4, 0],
    [4, 4, 4, 1],
  ])('%d runs in a row, of which %d of %d passed: %d', (k, passed, of, probability) => {
    expect(passAllOf(k, passed, of)).toBeCloseTo(probability, 9);
  });
});
