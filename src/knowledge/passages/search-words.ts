/** Scripts without blanks between words, or with attached endings: indexed as pairs of characters. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+/gu;
/** Scripts without blanks between words, segmented by Unicode's rules and dictionaries. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Hyphenation and joining characters: soft hyphen, zero-width space and joiners, word joiner. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const HYPHENS = /[\u2010-\u2012\u2043\ufe63\uff0d]/g;

let thai: Intl.Segmenter | undefined;

/**
 * The search words of a text, separated by blanks, in compatibility form (Unicode, NFKC): ligatures and full-width
 * letters become plain ones. Applied to texts and questions alike.
 */
export function searchWords(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(PAIRED, (run) => ` ${pairsOf([...run]).join(' ')} `)
    .replace(UNSPACED, (run) => ` ${wordsOf(run).join(' ')} `);
}

/** A single character that stands alone is a word, too. */
const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);

function wordsOf(run: string): readonly string[] {
  thai ??= new Intl.Segmenter('th', { granularity: 'word' });
  return [...thai.segment(run)].map(({ segment }) => segment);
}
