import { SpeechPace } from './speech-pace.js';

describe('the pace of a voice', () => {
  it('is a usual one until the voice has finished a sentence', () => {
    const pace = new SpeechPace();
    const text = 'a sentence of forty characters, no more..';
    expect(pace.lengthOfMs(text)).toBe(text.length * 65);
    pace.finished('Yes.', 2_000);
    expect(pace.lengthOfMs(text)).toBe(text.length * 65);
  });

  it('is the one of the sentences that it finished', () => {
    const pace = new SpeechPace();
    pace.finished('a'.repeat(50), 5_000);
    pace.finished('b'.repeat(50), 3_000);
    expect(pace.lengthOfMs('c'.repeat(10))).toBe(800);
  });
});
