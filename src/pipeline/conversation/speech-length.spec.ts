import { longestSpeechMs, SpeechPace } from './speech-length.js';

describe('longest speech of a text', () => {
  it('allows for numbers, symbols and abbreviations being read out', () => {
    // "One million two hundred thirty-four thousand five hundred sixty-seven dollars and eighty-nine cents": 6 s at a
    // usual pace.
    expect(longestSpeechMs('$1,234,567.89')).toBeGreaterThan(3 * 6_000);
    expect(longestSpeechMs('NASA, ESA, JAXA')).toBeGreaterThan(10_000);
    expect(longestSpeechMs('您好，请问有什么可以帮您的吗？')).toBeGreaterThan(10_000);
  });

  it('is a few times the usual duration', () => {
    const text = 'we are open from nine in the morning until five in the evening.';
    expect(longestSpeechMs(text)).toBeGreaterThan(3 * 4_000);
    expect(longestSpeechMs(text)).toBeLessThan(5 * 4_500);
    expect(longestSpeechMs(text, 0.5)).toBeGreaterThan(3 * 8_000);
  });

  it('never exceeds two minutes', () => {
    expect(longestSpeechMs('word '.repeat(1_000))).toBe(120_000);
  });
});

describe('pace of a voice', () => {
  it('starts at the default until the voice finishes a sentence', () => {
    const pace = new SpeechPace();
    const text = 'a sentence of forty characters, no more..';
    expect(pace.lengthOfMs(text)).toBe(text.length * 65);
    pace.finished('Yes.', 2_000);
    expect(pace.lengthOfMs(text)).toBe(text.length * 65);
  });

  it('is measured from finished sentences', () => {
    const pace = new SpeechPace();
    pace.finished('a'.repeat(50), 5_000);
    pace.finished('b'.repeat(50), 3_000);
    expect(pace.lengthOfMs('c'.repeat(10))).toBe(800);
  });
});
