import { readPart } from './digits.js';
import { isLetterAt, readLetter } from './letters.js';
import { spokenWords, type Word, wordAt } from './spoken-words.js';

const WRITTEN = /[a-z0-9](?:[a-z0-9._%+'-]*[a-z0-9_])?@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/i;

const MARKS: Readonly<Record<string, string>> = {
  dot: '.',
  point: '.',
  period: '.',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  minus: '-',
  plus: '+',
  '+': '+',
};
/** Words before an address that do not belong to it. */
const LEADS = new Set(
  (
    "is it's its it address email mail e-mail my the yes yeah yep sure okay ok me at's that's thats to use try have write " +
    'so well please right correct no sorry actually be should make change and contact send name i mean meant was with spelled spelt'
  ).split(' '),
);
const ASIDES =
  /\b(all (in )?(one word|lower ?case|small letters)|lower ?case|no (spaces?|dots?)|(the )?(number|digits?|letters?|word)s? (?=\w))\b/gi;
/** Typical transcription errors in spoken addresses: "dot code dot you k", "K I a gmail dot com" where "at" is lost. */
const MISHEARD: readonly (readonly [RegExp, string])[] = [
  [/\b(?:doc|dock)\b(?=[\s,.]+[a-z]\b)/gi, 'dot'],
  [/(?<=ty)-(?=(?:one|two|three|four|five|six|seven|eight|nine)\b)/gi, ' '],
  [/(?<=\w)-dot\b|\bdot-(?=\w)/gi, ' dot '],
  [/\bdot(?=(?:com?|net|org)\b)/gi, 'dot '],
  [/\b(?:dot|that)[\s,.]+come?p?(?=\W*$)/gi, 'dot com'],
  [/\bdot[\s,.]+(?:oar|or|ore|o'er|word)(?=\W*$)/gi, 'dot org'],
  [/\bunder (?:score|school)\b/gi, 'underscore'],
  [/\bdot[\s,.-]+(?:code|coe|c[\s.-]+o)(?=[\s,.-]+dot\b)/gi, 'dot co'],
  [/\bdot[\s,.-]+(?:you|yu|u)(?:[\s,.-]+(?:k\b|kay\b|can(?:'t)?(?=\W*$))|(?=\W*$))/gi, 'dot uk'],
  [/(?<=dot[\s,.-]+|\.)com(?=(?:[\s,.-]+dot[\s,.-]+|\.)uk\b)/gi, 'co'],
  // "And" is N among letters: "A. and at".
  [/(?<=\b[a-z][\s.-]+)(?:an|and|end)(?=[\s,.-]+(?:[a-z]|at|dot)\b)|\b(?:an|in|and)(?=\s[a-z]\b)/gi, 'n'],
];
const WITHOUT_AT =
  /\s(?:a|an|and|it|that|the|but)[,.]?\s+(?=(?:i\s)?(?:[a-z0-9]+(?:[\s.-]+(?:hyphen|dash)[\s.-]+|[\s.]+dot[\s.]+|\.)){1,3}(?:com|org|net|uk|de|fr|eu|ie|ca|au|nz)\W*$)/i;
const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/\bg[\s-]mail\b/gi, 'gmail'],
  [/\bhot[\s-]mail\b/gi, 'hotmail'],
  [/\bout[\s-]look\b/gi, 'outlook'],
  [/\bi[\s-]cloud\b/gi, 'icloud'],
  [/\bproton[\s-]mail\b/gi, 'protonmail'],
];

/** Parses a written or spoken address: "john dot smith at example dot com". Undefined without one. */
export function readEmail(text: string): string | undefined {
  const known = PROVIDERS.reduce((rest, [from, to]) => rest.replace(from, to), text.replace(ASIDES, ' '));
  const plain = known.includes('@') ? known : asSpoken(known);
  const written = WRITTEN.exec(plain.replace(/\s*@\s*/g, '@').replace(/(@\S*)\s+dot\s+/gi, '$1.'));
  // "John.smith@example.com" may follow "j dot", which is part of it.
  if (written && !/\b(dot|underscore|dash|hyphen)\s*$/i.test(plain.slice(0, written.index)))
    return written[0].toLowerCase();
  return readSpoken(
    spokenWords(
      plain
        .replaceAll('@', ' at ')
        .replace(/_/g, ' underscore ')
        .replace(/(?<=\w)[.](?=\w)/g, ' dot ')
        .replace(/(?<=[\w]{2})-(?=[\w]{2})/g, ' hyphen '),
    ),
  );
}

/** "example.com" of "john@example.com". Undefined for other values. */
export const domainOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /@(.+)$/.exec(value)?.[1] : undefined;

/** The letters before "at", without a domain: "no, it's J. O. H. N. at". Undefined without letters. */
export function readLocalPart(text: string): string | undefined {
  const words = spokenWords(asSpoken(text.replace(ASIDES, ' ')));
  const end = words.findLastIndex((word) => word.text === 'at');
  // Without "at", other words may follow the letters.
  const before = words.slice(
    0,
    end < 0 ? words.findLastIndex((_word, at) => isLetterAt(words, at)) + 1 : end,
  );
  const isSpelledOut = before.filter((_word, at) => isLetterAt(before, at)).length > 1;
  return isSpelledOut ? readLocal(before)?.toLowerCase() : undefined;
}

function asSpoken(text: string): string {
  const known = MISHEARD.reduce((rest, [from, to]) => rest.replace(from, to), text);
  return /\bat\b/i.test(known) ? known : known.replace(WITHOUT_AT, ' at ');
}

function readSpoken(words: readonly Word[]): string | undefined {
  let dotAt = Infinity;
  for (let at = words.length - 1; at > 0; at -= 1) {
    if (MARKS[wordAt(words, at)] === '.') dotAt = at;
    if (wordAt(words, at) !== 'at' || dotAt - at > LONGEST_DOMAIN) continue;
    const domain = readDomain(words, at + 1);
    const local = domain && readLocal(words.slice(0, at));
    if (local) return `${local}@${domain}`.toLowerCase();
  }
  return undefined;
}

/** Characters or words. Longer ones are unlikely, and take long to read. */
const LONGEST_DOMAIN = 64;

/** "example dot com", "my hyphen shop dot co dot uk". */
function readDomain(words: readonly Word[], from: number): string | undefined {
  const labels = [''];
  let length = 0;
  for (let at = from; at < words.length;) {
    const word = wordAt(words, at);
    if (MARKS[word] === '.') {
      if (labels.at(-1) === '') return undefined;
      labels.push('');
      at += 1;
      continue;
    }
    // A top-level domain is one word; further words do not belong to the address.
    if (labels.length > 1 && labels.at(-1) !== '') {
      if (wordAt(words, at - 1) !== 'dot' && !/^[a-z]$/.test(word)) break;
      if (labels.at(-1)?.length !== 1) break;
    }
    const next = readPiece(words, at);
    if (!next) break;
    length += next.value.length;
    if (length > LONGEST_DOMAIN) return undefined;
    labels.push(`${labels.pop() ?? ''}${next.value}`);
    at = next.to;
  }
  const isWhole =
    labels.length > 1 && labels.every((label) => label !== '') && /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
  return isWhole ? labels.join('.') : undefined;
}

/** The part before "at", backwards from its end to the words before it. */
function readLocal(words: readonly Word[]): string | undefined {
  let from = words.length;
  while (from > 0 && isLocal(words, from - 1)) from -= 1;
  let local = '';
  for (let at = from; at < words.length;) {
    const next = readPiece(words, at);
    if (!next) return undefined;
    local += next.value;
    at = next.to;
  }
  const trimmed = local.replace(/^[.+_-]+|[.]+$/g, '');
  return trimmed === '' ? undefined : trimmed;
}

function isLocal(words: readonly Word[], at: number): boolean {
  const word = wordAt(words, at);
  const isEnd = /[.;!?:]/.test(words[at + 1]?.before ?? '');
  if (isEnd && !/^[a-z]$/.test(word) && !Object.hasOwn(MARKS, word)) return false;
  if (word === 'at') return false;
  // "As in" belongs to a letter, and "I" does next to letters.
  if (LEADS.has(word) && !(word === 'i' && isSpelled(words, at))) return false;
  return true;
}

const isSpelled = (words: readonly Word[], at: number): boolean =>
  [at - 1, at + 1].some((near) => /^[a-z]$/.test(wordAt(words, near)));

function readPiece(
  words: readonly Word[],
  at: number,
): { readonly value: string; readonly to: number } | undefined {
  const word = wordAt(words, at);
  const mark = Object.hasOwn(MARKS, word) ? MARKS[word] : undefined;
  if (mark !== undefined) return { value: mark, to: at + 1 };
  const isLetter = isLetterAt(words, at) || (word === 'double' && /^[a-z]$/.test(wordAt(words, at + 1)));
  const letter = isLetter ? readLetter(words, at) : undefined;
  if (letter) return letter;
  const digits = /^(oh|o)$/.test(word) && !isDigitNear(words, at) ? undefined : readPart(words, at);
  if (digits) return digits;
  return /^[\p{L}\d']+$/u.test(word) ? { value: word.replaceAll("'", ''), to: at + 1 } : undefined;
}

const isDigitNear = (words: readonly Word[], at: number): boolean =>
  [at - 1, at + 1].some((near) => /\d/.test(wordAt(words, near)) || readPart(words, near) !== undefined);
