import { includesJson } from './includes-json.js';

describe('includesJson', () => {
  it.each([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }, true],
    [{ a: [1, 2] }, { a: [1] }, false],
    [{ a: '1' }, { a: 1 }, false],
    [{ a: null }, { a: null }, true],
    [{}, { a: undefined }, false],
    [{}, { toString: 1 }, false],
    [[], {}, false],
  ])('checks whether %j includes %j: %p', (actual, expected, outcome) => {
    expect(includesJson(actual, expected)).toBe(outcome);
  });
});
