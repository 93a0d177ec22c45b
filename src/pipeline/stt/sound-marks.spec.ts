import { wordsWithoutMarks } from './sound-marks.js';

describe('what a recogniser writes of sounds', () => {
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
  ])('is silence: %s', (text) => {
    expect(wordsWithoutMarks(text)).toBe('');
  });

  it.each([
    ['[Music] Hello there.', 'Hello there.'],
    ['Yes. *coughs* Tomorrow.', 'Yes. Tomorrow.'],
    ['(415) 555-0123', '(415) 555-0123'],
    ['Room 9', 'Room 9'],
    ['予約をお願いします', '予約をお願いします'],
    ['7', '7'],
    ['I pay 5 * 3 dollars', 'I pay 5 * 3 dollars'],
  ])('leaves words alone: %s', (text, words) => {
    expect(wordsWithoutMarks(text)).toBe(words);
  });
});
