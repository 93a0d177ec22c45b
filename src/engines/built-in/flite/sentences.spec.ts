import { splitSentences } from './sentences.js';

describe('splitSentences', () => {
  it.each([
    ['Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
    ['It costs 3.50 dollars. Really.', ['It costs 3.50 dollars.', 'Really.']],
    ['Ask J. Smith about it.', ['Ask J. Smith about it.']],
    ['No end', ['No end']],
    ['  \n ', []],
    ['... !', []],
  ])('cuts %j into %j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  it('cuts a long sentence at its commas and loses nothing of it', () => {
    const long = Array.from({ length: 20 }, (_, index) => `part number ${index} of it`).join(', ');
    const parts = splitSentences(long);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join(' ')).toBe(long);
  });
});
