/** Scripts whose words stand without blanks, or with endings attached: two characters at a time are looked up. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+/gu;
/** Scripts whose words stand without blanks, and that Unicode's rules and dictionaries split. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Where a word may be broken, or how letters join: soft hyphen, zero-width space and joiners, word joiner. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const HYPHENS = /[\u2010-\u2012\u2043\ufe63\uff0d]/g;

let thai: Intl.Segmenter | undefined;

/**
 * A text as its words are looked up, with a blank between them: in compatibility form (Unicode, NFKC), so that
 * ligatures and full-width letters are plain ones. Texts and questions go through it alike.
 */
export function searchWords(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(PAIRED, (run) => ` ${pairsOf([...run]).join(' ')} `)
    .replace(UNSPACED, (run) => ` ${wordsOf(run).join(' ')} `);
}

/** Also a single character is a word, where it stands alone. */
const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);

function wordsOf(run: string): readonly string[] {
  thai ??= new Intl.Segmenter('th', { granularity: 'word' });
  return [...thai.segment(run)].map(({ segment }) => segment);
}
