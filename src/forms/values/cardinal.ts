import { type Found, type Word, wordAt } from './spoken-words.js';

const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');

const small = new Map<string, number>([
  ...SMALL.map((word, value) => [word, value] as const),
  ['nought', 0],
  ['nil', 0],
  ['fourty', 40],
]);
const tens = new Map(TENS.map((word, index) => [word, (index + 2) * 10] as const));
const ordinals = new Map<string, number>(ORDINALS.map((word, value) => [word, value] as const));
const tensOrdinals = new Map(TENS.map((word, index) => [word.replace(/y$/, 'ieth'), (index + 2) * 10]));
const scales = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

export const isNumberWord = (word: string): boolean =>
  /^\d+(\.\d+)?$/.test(word) || small.has(word) || tens.has(word);

/** "seven", "twelve", "twenty-three", "7", "45": a number below a hundred, or written digits. */
export function readSmall(words: readonly Word[], at: number): Found<number> | undefined {
  const word = wordAt(words, at);
  if (/^\d+$/.test(word)) return { value: Number(word), from: at, to: at + 1 };
  const ten = tens.get(word);
  const unit = small.get(wordAt(words, at + 1));
  if (ten !== undefined && unit !== undefined && unit > 0 && unit < 10 && !isPaused(words, at + 1))
    return { value: ten + unit, from: at, to: at + 2 };
  const value = ten ?? small.get(word);
  return value === undefined ? undefined : { value, from: at, to: at + 1 };
}

const isPaused = (words: readonly Word[], at: number): boolean => /[,.;!?]/.test(words[at]?.before ?? '');

/** A whole number in words or digits: "three hundred and five", "twelve hundred", "a thousand", "2 million". */
export function readWhole(words: readonly Word[], from: number): Found<number> | undefined {
  let at = from;
  let total = 0;
  let lastScale = Infinity;
  for (;;) {
    const group = readGroup(words, at, lastScale === Infinity);
    if (!group) break;
    const scale = scales.get(wordAt(words, group.to));
    // Digits that are read out, or two separate numbers.
    if (lastScale !== Infinity && (scale ?? 1) >= lastScale) break;
    total += group.value * (scale ?? 1);
    at = scale === undefined ? group.to : group.to + 1;
    if (scale === undefined) break;
    lastScale = scale;
    if (wordAt(words, at) === 'and' && readGroup(words, at + 1, false)) at += 1;
    else if (words[at]?.before.includes('.')) break;
  }
  return at === from ? undefined : { value: total, from, to: at };
}

/** Up to 9,999: "three hundred and five", "twelve hundred", "a hundred", "forty two". */
function readGroup(words: readonly Word[], at: number, mayBeginWithA: boolean): Found<number> | undefined {
  const isA =
    /^(a|an|one)$/.test(wordAt(words, at)) &&
    /^(hundred|thousand|million|billion)$/.test(wordAt(words, at + 1));
  if (isA && wordAt(words, at) !== 'one' && !mayBeginWithA) return undefined;
  const head = isA ? { value: 1, from: at, to: at + 1 } : readSmall(words, at);
  if (!head) return undefined;
  if (wordAt(words, head.to) !== 'hundred') return head;
  let next = head.to + 1;
  if (wordAt(words, next) === 'and') next += 1;
  const rest = readSmall(words, next);
  const isRest = rest !== undefined && rest.value < 100 && !(words[next]?.before ?? '').includes('.');
  const value = head.value * 100 + (isRest ? rest.value : 0);
  return { value, from: at, to: isRest ? rest.to : head.to + 1 };
}

const FRACTIONS: readonly (readonly [readonly string[], number])[] = [
  [['three', 'quarters'], 0.75],
  [['a', 'half'], 0.5],
  [['one', 'half'], 0.5],
  [['a', 'quarter'], 0.25],
  [['a', 'third'], 1 / 3],
];

/** "a half", "three quarters"; the part after "and" in "two and a half". */
export function readFraction(words: readonly Word[], at: number): Found<number> | undefined {
  for (const [phrase, value] of FRACTIONS) {
    if (phrase.every((word, index) => wordAt(words, at + index) === word))
      return { value, from: at, to: at + phrase.length };
  }
  return undefined;
}

/** A number with its fraction or decimals: "two and a half", "three point five", "1.5", "minus four". */
export function readNumber(words: readonly Word[], from: number): Found<number> | undefined {
  const word = wordAt(words, from);
  if (word === 'minus' || word === 'negative') {
    const positive = readNumber(words, from + 1);
    return positive && { ...positive, value: -positive.value, from };
  }
  if (/^\d+\.\d+$/.test(word)) return scaled(words, { value: Number(word), from, to: from + 1 });
  if (word === 'half' && wordAt(words, from + 1) === 'a' && wordAt(words, from + 2) === 'dozen')
    return { value: 6, from, to: from + 3 };
  const dozen = /^(a|one)$/.test(word) && wordAt(words, from + 1) === 'dozen';
  if (dozen) return { value: 12, from, to: from + 2 };
  if (word === 'a' && wordAt(words, from + 1) === 'couple')
    return { value: 2, from, to: from + (wordAt(words, from + 2) === 'of' ? 3 : 2) };
  const whole = readWhole(words, from);
  if (!whole) return undefined;
  if (wordAt(words, whole.to) === 'dozen') return { ...whole, value: whole.value * 12, to: whole.to + 1 };
  if (wordAt(words, whole.to) === 'and') {
    const fraction = readFraction(words, whole.to + 1);
    if (fraction) return scaled(words, { value: whole.value + fraction.value, from, to: fraction.to });
  }
  return wordAt(words, whole.to) === 'point' ? scaled(words, withDecimals(words, whole)) : whole;
}

/** "one point five million". */
function scaled(words: readonly Word[], found: Found<number>): Found<number> {
  const scale = scales.get(wordAt(words, found.to));
  return scale === undefined ? found : { ...found, value: found.value * scale, to: found.to + 1 };
}

/** "three point one four": single digits, or "point seventy five". */
function withDecimals(words: readonly Word[], whole: Found<number>): Found<number> {
  let decimals = '';
  let at = whole.to + 1;
  for (;;) {
    const word = wordAt(words, at);
    const digit = word === 'oh' || word === 'o' ? 0 : readSmall(words, at)?.value;
    if (digit === undefined) break;
    decimals += word === 'oh' || word === 'o' ? '0' : /^\d+$/.test(word) ? word : String(digit);
    at = word === 'oh' || word === 'o' ? at + 1 : (readSmall(words, at)?.to ?? at + 1);
  }
  if (decimals === '') return whole;
  return { ...whole, value: Number(`${whole.value}.${decimals}`), to: at };
}

/** "third", "twenty-third", "23rd", "thirtieth"; up to 99. */
export function readOrdinal(words: readonly Word[], at: number): Found<number> | undefined {
  const word = wordAt(words, at);
  const written = /^(\d+)(st|nd|rd|th)$/.exec(word);
  if (written) return { value: Number(written[1]), from: at, to: at + 1 };
  const ten = tens.get(word);
  const unit = ordinals.get(wordAt(words, at + 1));
  if (ten !== undefined && unit !== undefined && unit > 0 && unit < 10)
    return { value: ten + unit, from: at, to: at + 2 };
  const value = ordinals.get(word) ?? tensOrdinals.get(word);
  return value === undefined ? undefined : { value, from: at, to: at + 1 };
}
