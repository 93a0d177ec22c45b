import { wordErrorRate } from './word-errors.js';

describe('word error rate', () => {
  it.each([
    ['When are you open?', 'when are you open', 0],
    ['When are you open?', 'when are you', 0.25],
    ['When are you open?', 'when are we open', 0.25],
    ['open', 'are you open', 2],
    ['Don’t', 'dont', 0],
    ['', '', 0],
    ['', 'something', 1],
    ['something', '', 1],
  ])('of %j heard as %j is %d', (said, heard, expected) => {
    expect(wordErrorRate(said, heard)).toBe(expected);
  });
});
