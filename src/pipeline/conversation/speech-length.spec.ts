import { longestSpeechMs } from './speech-length.js';

describe('the longest that speech of a text may be', () => {
  it('leaves room for numbers, signs and abbreviations, each of which is spoken as words', () => {
    // "One million two hundred thirty-four thousand five hundred sixty-seven dollars and eighty-nine cents": 6 s at a
    // usual pace.
    expect(longestSpeechMs('$1,234,567.89')).toBeGreaterThan(3 * 6_000);
    expect(longestSpeechMs('NASA, ESA, JAXA')).toBeGreaterThan(10_000);
    expect(longestSpeechMs('您好，请问有什么可以帮您的吗？')).toBeGreaterThan(10_000);
  });

  it('is a few times what the text takes at a usual pace', () => {
    const text = 'we are open from nine in the morning until five in the evening.';
    expect(longestSpeechMs(text)).toBeGreaterThan(3 * 4_000);
    expect(longestSpeechMs(text)).toBeLessThan(5 * 4_500);
    expect(longestSpeechMs(text, 0.5)).toBeGreaterThan(3 * 8_000);
  });

  it('is never more than two minutes', () => {
    expect(longestSpeechMs('word '.repeat(1_000))).toBe(120_000);
  });
});
