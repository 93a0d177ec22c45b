import { wordsOf } from './words-of.js';

describe('words for comparison', () => {
  it('are lower case without punctuation or accents, with digits spelled out', () => {
    expect(wordsOf("What's the café's price? €25!")).toEqual([
      "what's",
      'the',
      "cafe's",
      'price',
      'two',
      'five',
    ]);
  });
});
