import { passAllOf } from './sum-up.js';

describe('pass^k', () => {
  it.each([
    [1, 3, 4, 0.75],
    [2, 3, 4, 0.5],
    [4, 3, 4, 0],
    [4, 4, 4, 1],
  ])('for %d runs in a row, given %d of %d passed, is %d', (k, passed, of, probability) => {
    expect(passAllOf(k, passed, of)).toBeCloseTo(probability, 9);
  });
});
