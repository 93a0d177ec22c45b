import { makeVocabulary, wordsOf } from './vocabulary.js';

const pronunciations = new Map([
  ['book', ['B UH K']],
  ['a', ['AH', 'EY']],
  ['table', ['T EY B AH L']],
]);

describe('vocabulary', () => {
  it('takes a sentence apart into dictionary words, digits spelled out', () => {
    expect(wordsOf("What's the café's price? €25!")).toEqual([
      "what's",
      'the',
      "cafe's",
      'price',
      'two',
      'five',
    ]);
  });

  it('lists every pronunciation, and leaves out words that cannot be spoken', () => {
    const { dictionary, languageModel } = makeVocabulary(['book a table', 'xyz'], pronunciations);
    expect(dictionary).toContain('a AH\na(2) EY\n');
    expect(languageModel).not.toContain('xyz');
  });

  it('is the same for the same sentences and another one for others', () => {
    const id = (...sentences: string[]) => makeVocabulary(sentences, pronunciations).id;
    expect(id('book a table')).toBe(id('book a table'));
    expect(id('book a table')).not.toBe(id('book a', 'table'));
  });

  it('gives a language model whose counts agree with its lines', () => {
    const { languageModel } = makeVocabulary(['book a table', 'a table'], pronunciations);
    for (const order of [1, 2, 3]) {
      const announced = Number(new RegExp(`ngram ${order}=(\\d+)`).exec(languageModel)?.[1]);
      const section = languageModel.split(`\\${order}-grams:\n`)[1]?.split('\n\n')[0] ?? '';
      expect(section.split('\n').length).toBe(announced);
    }
  });
});
