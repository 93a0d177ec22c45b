import { isAlphabetic, isDigits, LETTERS } from '../text/patterns.js';
import { soundsIn } from './international.js';
import { isMoneySign } from './number-sounds.js';
import { PRIMARY, stressed, weightOf } from './stress.js';
import type { PronouncedWord } from './word.js';

const PAUSES: ReadonlySet<string> = new Set(';:,.!?—…');
const PUNCTUATION: ReadonlySet<string> = new Set([...PAUSES, '"', '“', '”']);
/** Tags of punctuation, which makes pauses and no sounds. */
const SIGN_TAGS: ReadonlySet<string> = new Set([
  '.',
  ',',
  '-LRB-',
  '-RRB-',
  '``',
  '""',
  "''",
  ':',
  '$',
  '#',
  'NFP',
]);
const SOUNDS_OF_SIGN_TAGS: ReadonlyMap<string, string> = new Map([
  ['-LRB-', '('],
  ['-RRB-', ')'],
  ['``', '“'],
  ['""', '”'],
  ["''", '”'],
]);
/** Silent signs within words. */
const SILENT: ReadonlySet<string> = new Set("',-._‘’/");

const UPPER = 'A-ZÀ-ÖØ-Þ';
const LOWER = 'a-zß-öø-ÿ';
/** "iPhone15" has three parts, "O'Brien" has one. */
const PARTS = new RegExp(
  `^['‘’]+|[${UPPER}](?=[${UPPER}][${LOWER}])|(?:^-)?(?:\\p{Nd}?[,.]?\\p{Nd})+|[-_]+|['‘’]{2,}|` +
    `[${LETTERS}]*?(?:['‘’][${LETTERS}])*?[${LOWER}](?=[${UPPER}])|[${LETTERS}]+(?:['‘’][${LETTERS}])*|` +
    `[^\\p{L}\\p{N}_\\-'‘’]|['‘’]+$`,
  'gu',
);

export const isPauseSign = (sign: string): boolean => PAUSES.has(sign);
export const isSilent = (text: string): boolean => [...text].every((character) => SILENT.has(character));

/** The tagger's output for a word. */
interface TaggedWord {
  readonly text: string;
  readonly tag: string;
  readonly spaceAfter: boolean;
}

/**
 * Splits words where case, digits and signs change, and groups words that are written without a space. Assigns phonemes
 * to signs, and currencies to amounts.
 */
export function wordsInParts(tagged: readonly TaggedWord[]): PronouncedWord[][] {
  const words: PronouncedWord[][] = [];
  let currency: string | undefined;
  tagged.forEach(({ text, tag, spaceAfter }, at) => {
    const given = soundsIn(text);
    const texts = given === undefined ? (text.match(PARTS) ?? [text]) : [text];
    const isSum = tagged[at + 1]?.tag !== 'CD';
    texts.forEach((part, index) => {
      const isLast = index === texts.length - 1;
      const word: PronouncedWord = {
        text: part,
        tag,
        spaceAfter: isLast && spaceAfter,
        isFirst: true,
        standsApart: false,
      };
      const sounds = given ?? soundsOfSign(part, tag);
      if (tag === '$' && isMoneySign(part)) currency = part;
      if (sounds !== undefined) return void words.push([{ ...word, sounds }]);
      if (currency !== undefined && tag !== 'CD') currency = undefined;
      else if (currency !== undefined) {
        if (isLast && isSum) word.currency = currency;
      } else if (isBetweenLetters(texts, index)) return void words.push([{ ...word, alias: 'to' }]);
      const before = words.at(-1);
      const previous = before?.at(-1);
      if (before && previous && isOpen(previous)) before.push({ ...word, isFirst: false });
      else words.push([word]);
    });
  });
  return words;
}

/**
 * Decides how the parts of a word combine: as separate words if their kinds differ, or with stress on some of them
 * only.
 */
export function settle(parts: readonly PronouncedWord[]): void {
  const text = parts.map((part) => part.text).join('');
  if (text.includes('/') || kindsOf(text).size > 1) {
    parts.forEach((part, at) => (part.standsApart = at > 0));
    return;
  }
  const spoken = parts
    .filter(({ sounds }) => sounds)
    .map((part) => ({
      part,
      isStressed: part.sounds?.includes(PRIMARY) ?? false,
      weight: weightOf(part.sounds ?? ''),
    }));
  const [first, second] = spoken;
  if (spoken.length === 2 && first?.part.text.length === 1 && second) return lessen(second.part);
  const stresses = spoken.filter(({ isStressed }) => isStressed).length;
  if (spoken.length < 2 || stresses <= (spoken.length + 1) >> 1) return;
  const lightestFirst = [...spoken].sort(
    (a, b) => Number(a.isStressed) - Number(b.isStressed) || a.weight - b.weight,
  );
  lightestFirst.slice(0, spoken.length >> 1).forEach(({ part }) => lessen(part));
}

function soundsOfSign(text: string, tag: string): string | undefined {
  if (tag === '$' && isMoneySign(text)) return '';
  if (tag === ':' && (text === '-' || text === '–')) return '—';
  if (!SIGN_TAGS.has(tag) || /^[a-z]+$/i.test(text)) return undefined;
  return SOUNDS_OF_SIGN_TAGS.get(tag) ?? [...text].filter((sign) => PUNCTUATION.has(sign)).join('');
}

/** Such as the 2 in "B2B". */
function isBetweenLetters(texts: readonly string[], at: number): boolean {
  const [before, after] = [texts[at - 1], texts[at + 1]];
  if (texts[at] !== '2' || before === undefined || after === undefined) return false;
  return isAlphabetic(before.slice(-1) + after.slice(0, 1));
}

/** Whether the following text belongs to the same word. */
const isOpen = ({ spaceAfter, sounds, alias }: PronouncedWord): boolean =>
  !spaceAfter && sounds === undefined && alias === undefined;

function kindsOf(text: string): ReadonlySet<string> {
  const kinds = [...text]
    .filter((character) => !SILENT.has(character))
    .map((character) => (isAlphabetic(character) ? 'letter' : isDigits(character) ? 'digit' : 'sign'));
  return new Set(kinds);
}

function lessen(part: PronouncedWord): void {
  part.sounds = stressed(part.sounds ?? '', 'less');
}
