/** Twenty seconds of speech. Patterns that read values may take quadratic time. */
const MOST_READ = 300;
/** Of the answer to one question: a long address may be spelled with an example for each letter. */
export const MOST_OF_ANSWER = 600;

/** Where values are looked for: the beginning of long texts, with single blanks and no long runs of a mark. */
export const searchedText = (text: string, most = MOST_READ): string =>
  text
    .slice(0, 2 * most)
    .replace(/\s+/g, ' ')
    .replace(/([^\p{L}\p{N}])\1{2,}/gu, '$1$1')
    .slice(0, most);

/** A word, number or sign in the caller's words, as the parsers read it. */
export interface Word {
  /** Lower case, without punctuation: `seven`, `7:30`, `1500`, `23rd`, `£`, `pm`. */
  readonly text: string;
  /** The original text. */
  readonly written: string;
  /** Punctuation before the word, without blanks: `,`, `.`, `-` or nothing. */
  readonly before: string;
}

const FILLERS = new Set(['um', 'uh', 'er', 'erm', 'ah', 'hmm', 'mm', 'eh', 'uhm', 'umm', 'please']);

/** Numbers with signs, amounts with currency signs, words with apostrophes, and punctuation. */
const PIECES =
  /\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[:./]\d+)*(?:st|nd|rd|th)?|[£$€@+&/]|[\p{L}]+(?:['’][\p{L}]+)*['’]?|[^\s\p{L}\d]/giu;
const IS_WORD = /^[\p{L}\d£$€@+&/]/u;

/** The words of a sentence, without fillers. Numbers and hyphenated words are split. */
export function spokenWords(text: string): Word[] {
  const plain = text.replace(
    /(?<!\b[a-z][\s,.-]{1,2})\b([ap])\.?\s?m\b\.?/gi,
    (_whole, half: string) => ` ${half}m `,
  );
  const words: Word[] = [];
  let before = '';
  for (const [written] of plain.matchAll(PIECES)) {
    if (!IS_WORD.test(written)) {
      before += written;
      continue;
    }
    const lower = written.toLowerCase().replaceAll('’', "'");
    const known = /^\d+(,\d{3})+/.test(lower) ? lower.replaceAll(',', '') : lower;
    if (FILLERS.has(known) && written !== written.toUpperCase()) {
      before ||= ',';
      continue;
    }
    words.push({ text: known, written, before });
    before = '';
  }
  return words;
}

/** A value that a parser found, and the range of its words. */
export interface Found<T> {
  readonly value: T;
  readonly from: number;
  /** Index after the last word. */
  readonly to: number;
}

/** Tries to parse a value that begins at a word. */
export type Reader<T> = (words: readonly Word[], at: number) => Found<T> | undefined;

/** All values from left to right, without overlaps. */
export function findAll<T>(words: readonly Word[], read: Reader<T>): Found<T>[] {
  const found: Found<T>[] = [];
  for (let at = 0; at < words.length;) {
    const next = read(words, at);
    if (next) found.push(next);
    at = next ? Math.max(next.to, at + 1) : at + 1;
  }
  return found;
}

export const wordAt = (words: readonly Word[], at: number): string => words[at]?.text ?? '';

/** Of the parsers' phrases, which are few and compared at every word. */
const wordsOfPhrases = new Map<string, readonly string[]>();

function wordsOf(phrase: string): readonly string[] {
  const known = wordsOfPhrases.get(phrase);
  if (known) return known;
  const words = phrase.split(' ');
  wordsOfPhrases.set(phrase, words);
  return words;
}

/** Whether the phrase follows at that position; returns its length in words, or 0. */
export function follows(words: readonly Word[], at: number, phrase: string): number {
  const wanted = wordsOf(phrase);
  return wanted.every((word, index) => wordAt(words, at + index) === word) ? wanted.length : 0;
}

/** The length in words of the first phrase that follows, or 0. */
export function followsAny(words: readonly Word[], at: number, phrases: readonly string[]): number {
  for (const phrase of phrases) {
    const length = follows(words, at, phrase);
    if (length > 0) return length;
  }
  return 0;
}
