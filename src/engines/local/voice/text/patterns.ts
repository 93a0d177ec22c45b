/** Parts of regular expressions, for the inside of a character class, with the flag `u`. */
export const LETTERS = '\\p{L}\\p{Nl}\\p{No}';
export const WORD_CHARACTERS = '\\p{L}\\p{N}_';

/** No part of a word before or after. */
export const NO_WORD_BEFORE = `(?<![${WORD_CHARACTERS}])`;
export const NO_WORD_AFTER = `(?![${WORD_CHARACTERS}])`;

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Any of the texts, longest match first. */
export const anyOf = (texts: Iterable<string>): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

export const isAlphabetic = (text: string): boolean => /^\p{L}+$/u.test(text);
export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);
export const isLowerCase = (text: string): boolean => text === text.toLowerCase();
export const isUpperCase = (text: string): boolean => text === text.toUpperCase();

/** First letter upper case, the others lower case. */
export const capitalised = (text: string): string =>
  text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
