import { anyOf } from '../text/patterns.js';
import { withS } from './endings.js';
import { PRIMARY } from './stress.js';

/** Phonemes within a text are encoded in Unicode's private use area, which no text rule matches. */
const PRIVATE_USE = 0xe000;
const MARKED = /([\ue000-\ue3ff]+(?:'s(?!\p{L}))?)/u;

/** Finer phonetic detail than this voice supports, vowel length, and syllable boundaries. */
const DETAILS = /[\u0300-\u0302\u0304-\u0326\u0328\u032a-\u036fːˑ:.‿ʰʲʷˠˤʼ]/gu;

/**
 * Symbols of the International Phonetic Alphabet that differ here; sounds that English lacks map to their usual English
 * substitute.
 */
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
/** Stress marks precede the vowel here, and the syllable in the IPA. */
const STRESS = new RegExp(`([ˈˌ])([^${VOWELS}ˈˌ]*)(?=[${VOWELS}])`, 'gu');
/** "José" and "Bach". */
const X_BEFORE_VOWEL = new RegExp(`x(?=[ˈˌ]?[${VOWELS}])`, 'gu');

/** Encodes IPA as text that the voice speaks as one word in any context; undefined if no sound has a counterpart. */
export function markedSounds(sounds: readonly string[]): string | undefined {
  const written = sounds.join('').normalize('NFD').replace(DETAILS, '');
  const said = (written.match(SOUND) ?? []).map((sound) => SOUNDS[sound] ?? sound).join('');
  if (!KNOWN.test(said)) return undefined;
  const own = said.replace(STRESS, '$2$1').replace(X_BEFORE_VOWEL, 'h').replaceAll('x', 'k');
  return [...own].map((sound) => String.fromCodePoint(PRIVATE_USE + (sound.codePointAt(0) ?? 0))).join('');
}

/** Splits a text into encoded phonemes and other text. */
export const apartFromSounds = (text: string): string[] => text.split(MARKED).filter((part) => part !== '');

/** The phonemes that a part encodes, with an "s" for possessives; undefined for words. */
export function soundsIn(part: string): string | undefined {
  if (!MARKED.test(part)) return undefined;
  const [marks = '', owns] = part.split("'");
  const sounds = String.fromCodePoint(...[...marks].map((mark) => (mark.codePointAt(0) ?? 0) - PRIVATE_USE));
  return owns === undefined ? sounds : withS(sounds);
}
