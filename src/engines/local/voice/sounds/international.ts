import { anyOf } from '../text/patterns.js';
import { withS } from './endings.js';
import { PRIMARY } from './stress.js';

/** Sounds within a text stand in Unicode's private use area, where no rule for what is written takes them for words. */
const PRIVATE_USE = 0xe000;
const MARKED = /([\ue000-\ue3ff]+(?:'s(?!\p{L}))?)/u;

/** How a sound is made in more detail than this voice knows, the length of vowels, and where syllables end. */
const DETAILS = /[\u0300-\u0302\u0304-\u0326\u0328\u032a-\u036fːˑ:.‿ʰʲʷˠˤʼ]/gu;

/** What the International Phonetic Alphabet writes in another way; what English lacks is as it takes it over. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ "'": PRIMARY, eɪ: 'A', ei: 'A', ɛɪ: 'A', aɪ: 'I', ai: 'I', ɑɪ: 'I', aʊ: 'W', au: 'W', ɑʊ: 'W' },
  ...{ oʊ: 'O', əʊ: 'O', ou: 'O', o: 'O', ɔɪ: 'Y', ɔi: 'Y', oi: 'Y', e: 'ɛ', a: 'ɑ', ɒ: 'ɑ', ɐ: 'ʌ', ɤ: 'ʌ' },
  ...{ ɝ: 'ɜɹ', ɜ: 'ɜɹ', ɜr: 'ɜɹ', ɜɹ: 'ɜɹ', ø: 'ɜɹ', œ: 'ɜɹ', ɞ: 'ɜɹ', ɚ: 'əɹ', ɘ: 'ə', ɵ: 'ə' },
  ...{ ɨ: 'ᵻ', y: 'u', ʉ: 'u', ɯ: 'u', ʏ: 'ʊ', 'n\u0329': 'ᵊn', 'l\u0329': 'ᵊl', 'm\u0329': 'ᵊm' },
  ...{ 'r\u0329': 'əɹ', 'ɹ\u0329': 'əɹ', '\u0303': 'n', tʃ: 'ʧ', dʒ: 'ʤ', g: 'ɡ', ɣ: 'ɡ', ɟ: 'ɡ', ɢ: 'ɡ' },
  ...{ r: 'ɹ', ʁ: 'ɹ', ʀ: 'ɹ', ɻ: 'ɹ', ɽ: 'ɹ', ɫ: 'l', ɭ: 'l', ʟ: 'l', ɬ: 'l', ʎ: 'lj', ɲ: 'nj', ɳ: 'n' },
  ...{ ɱ: 'm', ʍ: 'w', ɰ: 'w', ɥ: 'w', β: 'v', ʋ: 'v', ɸ: 'f', ħ: 'h', ɦ: 'h', χ: 'x', 'c\u0327': 'x' },
  ...{ c: 'k', q: 'k', ʂ: 'ʃ', ɕ: 'ʃ', ʐ: 'ʒ', ʑ: 'ʒ', ʈ: 't', ɖ: 'd', ʔ: '', ʕ: '' },
};
const SOUND = new RegExp(`${anyOf(Object.keys(SOUNDS))}|.`, 'gsu');
const VOWELS = 'AIOWYaiuæɑɔəɛɜɪʊʌᵻᵊ';
const KNOWN = new RegExp(`^[${VOWELS}bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθxˈˌ]+$`, 'u');
/** It stands before the vowel here, in the alphabet before the syllable. */
const STRESS = new RegExp(`([ˈˌ])([^${VOWELS}ˈˌ]*)(?=[${VOWELS}])`, 'gu');
/** "José" and "Bach". */
const X_BEFORE_VOWEL = new RegExp(`x(?=[ˈˌ]?[${VOWELS}])`, 'gu');

/**
 * Sounds of the International Phonetic Alphabet as a text that the voice speaks as a word, whatever stands around it;
 * undefined where it has none that is like one of them.
 */
export function markedSounds(sounds: readonly string[]): string | undefined {
  const written = sounds.join('').normalize('NFD').replace(DETAILS, '');
  const said = (written.match(SOUND) ?? []).map((sound) => SOUNDS[sound] ?? sound).join('');
  if (!KNOWN.test(said)) return undefined;
  const own = said.replace(STRESS, '$2$1').replace(X_BEFORE_VOWEL, 'h').replaceAll('x', 'k');
  return [...own].map((sound) => String.fromCodePoint(PRIVATE_USE + (sound.codePointAt(0) ?? 0))).join('');
}

/** A text in parts that are sounds, and those that are not. */
export const apartFromSounds = (text: string): string[] => text.split(MARKED).filter((part) => part !== '');

/** The sounds that a part of a text is, with an "s" where it owns something; undefined for words. */
export function soundsIn(part: string): string | undefined {
  if (!MARKED.test(part)) return undefined;
  const [marks = '', owns] = part.split("'");
  const sounds = String.fromCodePoint(...[...marks].map((mark) => (mark.codePointAt(0) ?? 0) - PRIVATE_USE));
  return owns === undefined ? sounds : withS(sounds);
}
