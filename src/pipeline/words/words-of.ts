const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const NOT_ASCII = /[^\0-\x7F]/;

/** A sentence as comparable words: lower case, without punctuation, digits spelled out one by one. */
export function wordsOf(sentence: string): string[] {
  const plain = NOT_ASCII.test(sentence) ? withoutMarks(sentence) : sentence;
  return (plain.toLowerCase().match(/[a-z']+|\d/g) ?? [])
    .map((word) => DIGITS[Number(word)] ?? (word.includes("'") ? word.replace(/^'+|'+$/g, '') : word))
    .filter((word) => word !== '');
}

const withoutMarks = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'");
