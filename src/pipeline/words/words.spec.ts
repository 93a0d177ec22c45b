import { WordReplacer } from './replace-words.js';

describe('WordReplacer', () => {
  it('replaces whole words and phrases once, the longest first, whatever their case', () => {
    const words = new WordReplacer([
      ['SQL', 'sequel'],
      ['MySQL', 'my sequel'],
      ['new york', 'NY'],
      ['sequel', 'never'],
      ['C++', 'see plus plus'],
    ]);
    expect(words.apply('MySQL and sql, NEW  York; SQLite and C++!')).toBe(
      'my sequel and sequel, NY; SQLite and see plus plus!',
    );
  });

  it('needs a word to end where the text has one end, and takes the longest that does', () => {
    const words = new WordReplacer([
      ['new', 'N'],
      ['new york', 'NY'],
      ['new york city', 'NYC'],
      ['ñandú', 'rhea'],
    ]);
    expect(words.apply('new york cities, new yorker, renew, new\n york  city')).toBe(
      'NY cities, N yorker, renew, NYC',
    );
    expect(words.apply('An ÑANDÚ')).toBe('An rhea');
  });

  it('leaves a text as it is without words', () => {
    expect(new WordReplacer([]).apply('As it is.')).toBe('As it is.');
  });
});
