import { apartFromSounds, markedSounds, soundsIn } from './international.js';

/** Dictionary notation and the form in the voice's dictionary. */
const WORDS = [
  ['ˈ s iː k w ə l', 'sˈikwəl'],
  ['b ɜː r d', 'bɜɹd'],
  ['ˈ s oʊ f ə', 'sˈOfə'],
  ['tʃ ɛ ə r', 'ʧɛəɹ'],
  ['d͡ʒ ʌ d͡ʒ', 'ʤʌʤ'],
  ['ˌ k ɒ n . s t ə ˈ n ɑː t ə', 'kˌɑnstənˈɑtə'],
  ['b ʌ t n̩', 'bʌtᵊn'],
  ['x oʊ ˈ s eɪ', 'hOsˈA'],
  ['b ɑː x', 'bɑk'],
  ['f j ɔː r d', 'fjɔɹd'],
  ['d ə ʒ ɑ̃', 'dəʒɑn'],
] as const;

describe('International Phonetic Alphabet sounds', () => {
  it.each(WORDS)("map to the voice's phonemes: %s", (ipa, sounds) => {
    expect(soundsIn(markedSounds(ipa.split(' ')) ?? '')).toBe(sounds);
  });

  it.each(['ǃ ɑ', '˥ m a', '5', '漢', ' '])('are rejected when the voice has nothing similar: %s', (ipa) => {
    expect(markedSounds(ipa.split(' '))).toBeUndefined();
  });

  it('stay separate from surrounding words in any script', () => {
    const marked = markedSounds(['w', 'ɪ', 'n']) ?? '';
    const parts = apartFromSounds(`Dr.${marked}'s 漢`);
    expect(parts).toEqual(['Dr.', `${marked}'s`, ' 漢']);
    expect(parts.map(soundsIn)).toEqual([undefined, 'wɪnz', undefined]);
  });
});
