import { wordsWithoutMarks } from './sound-marks.js';

describe('sound annotations of a recognizer', () => {
  it.each([
    '[BLANK_AUDIO]',
    '(silence)',
    '[Music]',
    '...',
    '♪',
    '♪♪ [MUSIC PLAYING] ♪♪',
    '*sighs*',
    ' (soft music) (people talking)',
    '[inaudible]...',
    '<noise>',
    '(Geräusche im Hintergrund)',
    '。',
    '-',
    '',
  ])('count as silence: %s', (text) => {
    expect(wordsWithoutMarks(text)).toBe('');
  });

  it('are removed from the longest transcripts, whatever they hold', () => {
    for (const mark of ['*', '[', '<', '(a', '*a '])
      expect(wordsWithoutMarks(`${mark.repeat(300_000)} Hello`)).toContain('Hello');
  });

  it.each([
    ['[Music] Hello there.', 'Hello there.'],
    ['Yes. *coughs* Tomorrow.', 'Yes. Tomorrow.'],
    ['(415) 555-0123', '(415) 555-0123'],
    ['Room 9', 'Room 9'],
    ['予約をお願いします', '予約をお願いします'],
    ['7', '7'],
    ['I pay 5 * 3 dollars', 'I pay 5 * 3 dollars'],
  ])('are distinguished from words: %s', (text, words) => {
    expect(wordsWithoutMarks(text)).toBe(words);
  });
});
