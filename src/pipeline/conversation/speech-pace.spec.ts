import { SpeechPace } from './speech-pace.js';

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
