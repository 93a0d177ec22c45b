import { wordsOf } from './words-of.js';

describe('words that are compared', () => {
  it('are in lower case, without punctuation and accents, digits spelled out', () => {
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
