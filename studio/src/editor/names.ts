/** The letters that every name in a document may have. */
const OTHERS = /[^A-Za-z0-9_-]+/g;
const ACCENTS = /\p{M}+/gu;

/** What a person calls something, as a name in the document: `Full name` → `Full_name`. */
export const nameOf = (words: string): string =>
  words.normalize('NFD').replace(ACCENTS, '').replace(OTHERS, '_').slice(0, 64);

/** A name of the document as a person would write it. */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ');

/** A name that is not taken yet: `add_row`, `add_row_2`. @param separator Empty where names have no `_`. */
export function freeName(wanted: string, taken: readonly string[], separator = '_'): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${separator}${number}`;
    if (!taken.includes(name)) return name;
  }
}
