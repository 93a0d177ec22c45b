import { canTakeSoLong } from './sentence-length.js';

describe('how long a sentence can take', () => {
  it.each([
    ['what are your opening hours', 1_600, true],
    ['what are your opening hours', 600, false],
    ['where are you', 640, true],
    ['yeah', 300, true],
    ['yeah', 1_200, false],
    ['thank you', 1_200, false],
  ])('%s in %d ms: %s', (sentence, spokenMs, can) => {
    expect(canTakeSoLong(sentence, spokenMs)).toBe(can);
  });

  it('goes by what is spoken, not by what is written between it', () => {
    expect(canTakeSoLong('... yes! ...', 900)).toBe(false);
    expect(canTakeSoLong('', 900)).toBe(false);
  });
});
