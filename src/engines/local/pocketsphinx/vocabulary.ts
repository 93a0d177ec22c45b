import { createHash } from 'node:crypto';
import { renderLanguageModel } from './language-model.js';

/** The sounds of English as PocketSphinx's model names them (ARPAbet without stress). */
const SOUNDS =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(
    ' ',
  );

/** A word of the dictionary that stands for one sound of other speech; no word of a caller begins like this. */
const OTHER_SPEECH_PREFIX = '_';

/** How the words of an agent sound: one or more pronunciations each, as sounds separated by blanks. */
export type Pronunciations = ReadonlyMap<string, readonly string[]>;

/** What a recogniser needs to understand the callers of one agent. */
export interface Vocabulary {
  /** Hash of the content: equal vocabularies can share recognisers. */
  readonly id: string;
  readonly dictionary: string;
  readonly languageModel: string;
}

/** Whether a recognised word is a sound of other speech. */
export function isOtherSpeech(word: string): boolean {
  return word.startsWith(OTHER_SPEECH_PREFIX);
}

/** Whether a recognised word is a silence or a noise (`<sil>`, `[NOISE]`). */
export function isNoise(word: string): boolean {
  return word.startsWith('<') || word.startsWith('[') || word.startsWith('+');
}

/** A sentence as the words of the dictionary: lower case, without punctuation, digits spelled out one by one. */
export function wordsOf(sentence: string): string[] {
  return sentence
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/\d/g, (digit) => ` ${DIGITS[Number(digit)]} `)
    .replace(/[^a-z'\s]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** @param sentences What callers may say. Words without a pronunciation are left out of them. */
export function makeVocabulary(sentences: readonly string[], pronunciations: Pronunciations): Vocabulary {
  const spoken = sentences
    .map((sentence) => wordsOf(sentence).filter((word) => pronunciations.has(word)))
    .filter((words) => words.length > 0);
  const words = [...new Set(spoken.flat())].sort();
  const otherSpeech = SOUNDS.map((sound) => OTHER_SPEECH_PREFIX + sound.toLowerCase());
  const dictionary = [
    ...words.flatMap((word) => dictionaryLines(word, pronunciations.get(word) ?? [])),
    ...SOUNDS.map((sound, index) => `${otherSpeech[index]} ${sound}`),
    '',
  ].join('\n');
  const languageModel = renderLanguageModel({ sentences: spoken, otherSpeech });
  const id = createHash('sha256').update(dictionary).update(languageModel).digest('hex').slice(0, 32);
  return { id, dictionary, languageModel };
}

function dictionaryLines(word: string, pronunciations: readonly string[]): string[] {
  return pronunciations.map((sounds, index) => `${index === 0 ? word : `${word}(${index + 1})`} ${sounds}`);
}
