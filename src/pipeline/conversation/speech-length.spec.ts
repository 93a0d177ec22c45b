import { longestSpeechMs } from './speech-length.js';

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
