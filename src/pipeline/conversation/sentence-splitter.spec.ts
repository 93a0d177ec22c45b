import { goesOnAfter, isWithinSentence, sentencesOf, SentenceSplitter } from './sentence-splitter.js';

function split(text: string, pieceLength: number): string[] {
  const splitter = new SentenceSplitter();
  const sentences: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength)
    sentences.push(...splitter.add(text.slice(at, at + pieceLength)));
  return [...sentences, ...splitter.end()];
}

describe('SentenceSplitter', () => {
  it.each([1, 2, 3, 7, 100])('finds the same sentences in pieces of %i characters', (length) => {
    expect(split('We open at nine. That is early! Is that all? Yes.', length)).toEqual([
      'We open at nine.',
      'That is early!',
      'Is that all?',
      'Yes.',
    ]);
  });

  it('gives a sentence as soon as the next one begins', () => {
    const splitter = new SentenceSplitter();
    expect(splitter.add('We open at nine.')).toEqual([]);
    expect(splitter.add(' And')).toEqual(['We open at nine.']);
    expect(splitter.end()).toEqual(['And']);
  });

  it('leaves numbers and initials whole', () => {
    expect(split('It costs 3.50 euros for J. Smith alone. Fine by me.', 4)).toEqual([
      'It costs 3.50 euros for J. Smith alone.',
      'Fine by me.',
    ]);
  });

  it('cuts a sentence that does not end, at a comma where there is one, and loses nothing', () => {
    const long = `${'one two three four five '.repeat(7)}six, ${'seven eight nine ten '.repeat(8)}`;
    const parts = split(long, 10);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(200);
    expect(parts.join(' ')).toBe(long.trim());
  });

  describe('that begins with a clause', () => {
    const pieces = (...texts: readonly string[]) => {
      const splitter = new SentenceSplitter(true);
      return [...texts.map((text) => splitter.add(text)), splitter.end()];
    };

    it('gives the first one before its sentence is whole, and no other', () => {
      expect(pieces('All right,', ' I have', ' noted that, and', ' more. Well, then, we', ' go on.')).toEqual(
        [[], ['All right,'], [], ['I have noted that, and more.'], [], ['Well, then, we go on.']],
      );
    });

    it('gives none that is over before the rest can be spoken, lies within a number, or comes with its whole sentence', () => {
      expect(pieces('Well, ', 'that is all, ', 'thanks')).toEqual([
        [],
        ['Well, that is all,'],
        [],
        ['thanks'],
      ]);
      expect(pieces('It costs us 3,500 euros', ' now')).toEqual([[], [], ['It costs us 3,500 euros now']]);
      expect(pieces('Of course, we are.')).toEqual([[], ['Of course, we are.']]);
      expect(pieces('Of course, we are. And', ' so, perhaps, on')).toEqual([
        ['Of course, we are.'],
        [],
        ['And so, perhaps, on'],
      ]);
    });
  });

  it('speaks no lone marks', () => {
    expect(split('*** \n --- \n', 3)).toEqual([]);
  });

  it('tells where a sentence was cut at a blank', () => {
    const cut = 'and we go on and on '.repeat(15);
    const [first = '', second = ''] = sentencesOf(`${cut}until we end.`);
    expect([first, second].map(goesOnAfter)).toEqual([true, false]);
    expect(['One, two,', 'and on', 'Is it?', 'He said "no." ', ''].map(isWithinSentence)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['He said "no."', 'One, two,', 'Wait…', '好。', ''].map(goesOnAfter)).toEqual(
      Array(5).fill(false),
    );
  });
});
