/** Phoneme symbols of misaki (https://github.com/hexgrad/misaki): IPA, with capitals for diphthongs. */
export const PRIMARY = 'ˈ';
export const SECONDARY = 'ˌ';
const VOWELS: ReadonlySet<string> = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ');
const CONSONANTS: ReadonlySet<string> = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ');
/** Symbols for two sounds. */
const LONG: ReadonlySet<string> = new Set('AIOQWYʤʧ');

/** The stress of a word: none, less than in the dictionary, at least some or much, or exactly secondary. */
export type Stress = 'none' | 'less' | 'secondary' | 'some' | 'much' | undefined;

export function stressed(sounds: string, stress: Stress): string {
  const has = (sign: string) => sounds.includes(sign);
  const isFlat = !has(PRIMARY) && !has(SECONDARY);
  switch (stress) {
    case undefined:
      return sounds;
    case 'none':
      return sounds.replaceAll(PRIMARY, '').replaceAll(SECONDARY, '');
    case 'less':
      return has(PRIMARY) ? lessened(sounds) : sounds;
    case 'secondary':
      if (has(PRIMARY)) return lessened(sounds);
      return isFlat ? onFirstVowel(sounds, SECONDARY) : sounds;
    case 'some':
      return isFlat ? onFirstVowel(sounds, SECONDARY) : sounds;
    case 'much':
      if (isFlat) return onFirstVowel(sounds, PRIMARY);
      return has(PRIMARY) ? sounds : sounds.replaceAll(SECONDARY, PRIMARY);
  }
}

/** Approximate length of the phonemes. */
export const weightOf = (sounds: string): number =>
  [...sounds].reduce((sum, sound) => sum + (LONG.has(sound) ? 2 : 1), 0);

export const isVowel = (sound: string): boolean => VOWELS.has(sound);
export const isConsonant = (sound: string): boolean => CONSONANTS.has(sound);

const lessened = (sounds: string): string => sounds.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY);

function onFirstVowel(sounds: string, sign: string): string {
  const at = [...sounds].findIndex(isVowel);
  return at < 0 ? sounds : sounds.slice(0, at) + sign + sounds.slice(at);
}
