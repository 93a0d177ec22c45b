import { readFraction, readNumber, readSmall, readWhole } from './cardinal.js';
import { type Found, followsAny, type Word, wordAt } from './spoken-words.js';

/** Units of durations, with their designators in ISO 8601. */
const UNITS: Readonly<Record<string, readonly [keyof Parts, number]>> = {
  year: ['months', 12],
  month: ['months', 1],
  fortnight: ['days', 14],
  week: ['days', 7],
  day: ['days', 1],
  night: ['days', 1],
  hour: ['minutes', 60],
  hr: ['minutes', 60],
  h: ['minutes', 60],
  minute: ['minutes', 1],
  min: ['minutes', 1],
  m: ['minutes', 1],
  second: ['seconds', 1],
  sec: ['seconds', 1],
};

interface Parts {
  readonly months: number;
  readonly days: number;
  readonly minutes: number;
  readonly seconds: number;
}

const NONE: Parts = { months: 0, days: 0, minutes: 0, seconds: 0 };

/** Parses a duration to ISO 8601: "two and a half hours" is `PT2H30M`, "three weeks" `P21D`. */
export function readDuration(words: readonly Word[], from: number): Found<string> | undefined {
  let parts = NONE;
  let at = from;
  for (;;) {
    const link = at > from && wordAt(words, at) === 'and' ? 1 : 0;
    const next = readPart(words, at + link, parts);
    if (!next) break;
    parts = next.value;
    at = next.to;
  }
  const written = writtenDuration(parts);
  return at === from || written === undefined ? undefined : { value: written, from, to: at };
}

function readPart(words: readonly Word[], from: number, parts: Parts): Found<Parts> | undefined {
  const short = /^(\d+)$/.exec(wordAt(words, from));
  // "90min" is split into words, "1h30" leaves its minutes without a unit.
  const amount = readAmount(words, from);
  if (!amount) return undefined;
  const unit = unitOf(wordAt(words, amount.to));
  if (!unit) {
    const isMinutes =
      parts.minutes > 0 && parts.minutes % 60 === 0 && amount.value < 60 && (short ?? readSmall(words, from));
    if (!isMinutes) return undefined;
    return { value: { ...parts, minutes: parts.minutes + amount.value }, from, to: amount.to };
  }
  const [name, factor] = unit;
  let count = amount.value;
  let to = amount.to + 1;
  // "An hour and a half".
  if (wordAt(words, to) === 'and') {
    const fraction = readFraction(words, to + 1);
    if (fraction && !unitAfterFraction(words, fraction.to)) {
      count += fraction.value;
      to = fraction.to;
    }
  }
  return { value: added(parts, name, count * factor), from, to };
}

/** Not "two hours and a half hour", but "a year and a half ago". */
const unitAfterFraction = (words: readonly Word[], at: number): boolean =>
  unitOf(wordAt(words, at)) !== undefined || followsAny(words, at, ['of an hour', 'an hour']) > 0;

function added(parts: Parts, name: keyof Parts, amount: number): Parts {
  const whole = name === 'days' ? Math.floor(amount) : amount;
  const rest = amount - whole;
  return {
    ...parts,
    [name]: parts[name] + whole,
    ...(rest > 0 && { minutes: parts.minutes + rest * 24 * 60 }),
  };
}

/** The amount of a unit: "half an", "a", "three quarters of an", "two and a half", "a couple of". */
function readAmount(words: readonly Word[], from: number): Found<number> | undefined {
  const half = followsAny(words, from, ['half an', 'half a', 'a half']);
  if (half > 0) return { value: 0.5, from, to: from + half };
  const fraction = readFraction(words, from) ?? quarter(words, from);
  if (fraction) {
    const of = followsAny(words, fraction.to, ['of an', 'of a', 'an']);
    if (of > 0) return { ...fraction, to: fraction.to + of };
  }
  const number = readNumber(words, from);
  if (number) return number;
  return /^(a|an|another)$/.test(wordAt(words, from)) ? { value: 1, from, to: from + 1 } : undefined;
}

const quarter = (words: readonly Word[], from: number): Found<number> | undefined =>
  wordAt(words, from) === 'quarter' ? { value: 0.25, from, to: from + 1 } : undefined;

const unitOf = (word: string): readonly [keyof Parts, number] | undefined =>
  Object.hasOwn(UNITS, word) ? UNITS[word] : UNITS[word.replace(/'?s$/, '')];

function writtenDuration({ months, days, minutes, seconds }: Parts): string | undefined {
  const wholeMinutes = Math.floor(minutes + 1e-9);
  const allSeconds = seconds + Math.round((minutes - wholeMinutes) * 60);
  const part = (amount: number, mark: string) => (amount > 0 ? `${amount}${mark}` : '');
  const date = `${part(Math.floor(months / 12), 'Y')}${part(Math.round(months % 12), 'M')}${part(days, 'D')}`;
  const time = `${part(Math.floor(wholeMinutes / 60), 'H')}${part(wholeMinutes % 60, 'M')}${part(allSeconds, 'S')}`;
  if (date === '' && time === '') return undefined;
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

/** An amount of money; the currency is absent if it was not said. */
export interface SaidMoney {
  readonly amount: number;
  readonly currency?: string;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  '£': 'GBP',
  pound: 'GBP',
  quid: 'GBP',
  sterling: 'GBP',
  gbp: 'GBP',
  $: 'USD',
  dollar: 'USD',
  buck: 'USD',
  usd: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  eur: 'EUR',
  franc: 'CHF',
  chf: 'CHF',
  yen: 'JPY',
  rupee: 'INR',
};
const NOTES: Readonly<Record<string, number>> = { fiver: 5, tenner: 10 };

/** Parses an amount of money: "three hundred and five pounds", "£12.50", "twelve pounds fifty", "fifty cents". */
export function readMoney(words: readonly Word[], from: number): Found<SaidMoney> | undefined {
  const sign = CURRENCIES[wordAt(words, from)];
  const at = sign !== undefined && /^[£$€]$/.test(wordAt(words, from)) ? from + 1 : from;
  const note = followsAny(words, at, ['a']) > 0 ? NOTES[wordAt(words, at + 1)] : undefined;
  if (note !== undefined) return { value: { amount: note, currency: 'GBP' }, from, to: at + 2 };
  const number = readMoneyNumber(words, at);
  if (!number) return undefined;
  const [amount, end] = withGrand(words, number);
  if (at > from) return { value: { amount, ...(sign && { currency: sign }) }, from, to: end };
  const unit = wordAt(words, end);
  if (/^(pence|penny|p)$/.test(unit))
    return { value: { amount: amount / 100, currency: 'GBP' }, from, to: end + 1 };
  if (/^cents?$/.test(unit)) return { value: { amount: amount / 100 }, from, to: end + 1 };
  const currency = currencyOf(unit);
  if (currency === undefined) return undefined;
  const cents = readCents(words, end + 1);
  const value = { amount: cents ? round(amount + cents.value / 100) : amount, currency };
  return { value, from, to: cents?.to ?? end + 1 };
}

const currencyOf = (word: string): string | undefined =>
  /^[£$€]$/.test(word)
    ? undefined
    : Object.hasOwn(CURRENCIES, word)
      ? CURRENCIES[word]
      : CURRENCIES[word.replace(/s$/, '')];

const round = (amount: number): number => Math.round(amount * 100) / 100;

function withGrand(words: readonly Word[], { value, to }: Found<number>): [number, number] {
  return /^(grand|k)$/.test(wordAt(words, to)) ? [value * 1_000, to + 1] : [value, to];
}

/** "A pound", "half a million pounds". */
function readMoneyNumber(words: readonly Word[], at: number): Found<number> | undefined {
  const isOne = /^(a|an)$/.test(wordAt(words, at)) && currencyOf(wordAt(words, at + 1)) !== undefined;
  if (isOne) return { value: 1, from: at, to: at + 1 };
  const halfMillion = followsAny(words, at, ['half a million']);
  if (halfMillion > 0) return { value: 500_000, from: at, to: at + halfMillion };
  const isHalf = followsAny(words, at, ['half a']) > 0 && currencyOf(wordAt(words, at + 2)) !== undefined;
  return isHalf ? { value: 0.5, from: at, to: at + 2 } : readNumber(words, at);
}

/** "Twelve pounds fifty", "and twenty pence", "and 5 cents". */
function readCents(words: readonly Word[], from: number): Found<number> | undefined {
  const hasAnd = wordAt(words, from) === 'and';
  const number = readSmall(words, hasAnd ? from + 1 : from);
  if (!number || number.value > 99) return undefined;
  const isNamed = /^(pence|penny|p|cents?)$/.test(wordAt(words, number.to));
  if (isNamed) return { ...number, to: number.to + 1 };
  const isEnd = number.to >= words.length || /[,.;!?]/.test(words[number.to]?.before ?? '');
  return !hasAnd && isEnd && !/[,.;!?]/.test(words[from]?.before ?? '') ? number : undefined;
}

/**
 * Without a currency, as an answer to a question for money: "twelve fifty" is 12.50 or 1,250, "five ninety nine" 5.99.
 */
export function readBareMoney(words: readonly Word[], from: number): Found<readonly number[]> | undefined {
  const first = readSmall(words, from);
  const second = first && readSmall(words, first.to);
  const isPair = first && second && first.value < 100 && second.value >= 10 && second.value < 100;
  if (isPair && second.to >= words.length && !/^\d{3}/.test(wordAt(words, from)))
    return {
      value: [round(first.value + second.value / 100), first.value * 100 + second.value],
      from,
      to: second.to,
    };
  const number = readNumber(words, from) ?? readWhole(words, from);
  if (!number) return undefined;
  const [amount, to] = withGrand(words, number);
  return { value: [amount], from, to };
}
