import { englishForms } from './english-forms.js';
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

describe('englishForms', () => {
  it.each([
    ['We have 3 rooms and 105 beds.', 'We have three rooms and one hundred and five beds.'],
    ['It has 12,042 pages.', 'It has twelve thousand and forty-two pages.'],
    ['That is $12.50, or £1.01.', 'That is twelve dollars and fifty cents, or one pound and one penny.'],
    ['€0.99 a month', 'ninety-nine cents a month'],
    ['On 2026-05-23 at 9:05 am.', 'On the twenty-third of May twenty twenty-six at nine oh five a m'],
    ['From 14:30 to 17:00', 'From fourteen thirty to seventeen hundred'],
    ['It is the 1st of 22 and the 3rd.', 'It is the first of twenty-two and the third.'],
    ['It grew by 3.5% to -4 degrees.', 'It grew by three point five percent to minus four degrees.'],
    ['Call 01632960001.', 'Call zero one six three two nine six zero zero zero one.'],
    ['Write to ann.lee@example.com!', 'Write to ann dot lee at example dot com!'],
    ['See https://www.example.com/opening-hours.', 'See example dot com slash opening dash hours.'],
    ['Room B12 and version 1.2.3 stay.', 'Room B12 and version 1.2.3 stay.'],
    ['No numbers here.', 'No numbers here.'],
  ])('says %j as %j', (written, said) => {
    expect(englishForms(written)).toBe(said);
  });
});
