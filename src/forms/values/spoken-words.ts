/** A word, number or sign of what was said, as the parsers of values look at it. */
export interface Word {
  /** Lower case, without punctuation: `seven`, `7:30`, `1500`, `23rd`, `£`, `pm`. */
  readonly text: string;
  /** As it was written. */
  readonly written: string;
  /** What stands between it and the word before, without blanks: `,`, `.`, `-` or nothing. */
  readonly before: string;
}

const FILLERS = new Set(['um', 'uh', 'er', 'erm', 'ah', 'hmm', 'mm', 'eh', 'uhm', 'umm', 'please']);

/** Numbers with their marks, amounts with signs, words with apostrophes, and what stands between them. */
const PIECES =
  /\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[:./]\d+)*(?:st|nd|rd|th)?|[£$€@+&/]|[\p{L}]+(?:['’][\p{L}]+)*['’]?|[^\s\p{L}\d]/giu;
const IS_WORD = /^[\p{L}\d£$€@+&/]/u;

/** The words of a sentence, without those that mean nothing. Numbers and words with hyphens come apart. */
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

/** What parsers find in a sentence: a value, and which of its words say it. */
export interface Found<T> {
  readonly value: T;
  readonly from: number;
  /** The word after the last one. */
  readonly to: number;
}

/** Looks for a value that begins at a word. */
export type Reader<T> = (words: readonly Word[], at: number) => Found<T> | undefined;

/** All values from left to right, none within another one. */
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

/** Whether the words from there on are these; how many they are, or 0. */
export function follows(words: readonly Word[], at: number, phrase: string): number {
  const wanted = phrase.split(' ');
  return wanted.every((word, index) => wordAt(words, at + index) === word) ? wanted.length : 0;
}

/** The first of the phrases that follows, by its length in words; 0 where none does. */
export function followsAny(words: readonly Word[], at: number, phrases: readonly string[]): number {
  return phrases.map((phrase) => follows(words, at, phrase)).find((length) => length > 0) ?? 0;
}
