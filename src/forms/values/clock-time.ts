import { readSmall } from './cardinal.js';
import { type Found, follows, followsAny, type Word, wordAt } from './spoken-words.js';

/** A time of day in the caller's words. */
export interface SaidTime {
  /** Minutes since midnight, the likeliest first; two if both morning and evening are possible. */
  readonly minutes: readonly number[];
  /** Only a number, which is a time only as an answer to a question for one. */
  readonly isBare: boolean;
}

const HALF_DAY = 12 * 60;
const DAY = 2 * HALF_DAY;
/** Without "am" or "pm", earlier hours are in the afternoon. */
const FIRST_MORNING_HOUR = 7;

type Half = 'am' | 'pm' | 'night';

const MORNING = ['in the morning', 'this morning', 'tomorrow morning', 'morning', 'am'];
const AFTERNOON = [
  ...['in the afternoon', 'in the evening', 'this afternoon', 'this evening', 'tomorrow afternoon'],
  ...['tomorrow evening', 'afternoon', 'evening', 'tonight', 'pm'],
];
const NIGHT = ['at night', 'tomorrow night'];
const BEFORE_TIME = [
  'at about',
  'at around',
  'at',
  'about',
  'around',
  'by',
  'from',
  'for about',
  'for around',
  'for',
];

/**
 * Parses a time of day: "half past seven", "7:30 pm", "a quarter to nine in the evening", "nineteen thirty", "noon".
 */
export function readTime(words: readonly Word[], from: number): Found<SaidTime> | undefined {
  const lead = followsAny(words, from, BEFORE_TIME);
  const said = readNamed(words, from + lead) ?? readSpoken(words, from + lead);
  if (!said) return undefined;
  // "Saturday around eight" contains a time, "for around eight people" does not.
  const isLast = said.to === words.length && wordAt(words, from - 1) !== 'for';
  const leads = isLast ? ['at', 'around', 'about'] : ['at'];
  const hasLead = lead > 0 && leads.includes(wordAt(words, from));
  return { value: { ...said.value, isBare: said.value.isBare && !hasLead }, from, to: said.to };
}

const NAMED: readonly (readonly [string, number])[] = [
  ['twelve noon', HALF_DAY],
  ['12 noon', HALF_DAY],
  ['twelve midnight', 0],
  ['12 midnight', 0],
  ['noon', HALF_DAY],
  ['midday', HALF_DAY],
  ['midnight', 0],
];

function readNamed(words: readonly Word[], from: number): Found<SaidTime> | undefined {
  for (const [phrase, minute] of NAMED) {
    const length = follows(words, from, phrase);
    if (length > 0) return { value: { minutes: [minute], isBare: false }, from, to: from + length };
  }
  return undefined;
}

function readSpoken(words: readonly Word[], from: number): Found<SaidTime> | undefined {
  const clock = readRelative(words, from) ?? readHourAndMinute(words, from);
  if (!clock) return undefined;
  const { hour, minute, offset = 0, isBare, is24h } = clock.value;
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined;
  const half = halfAfter(words, clock.to) ?? halfBefore(words, from);
  const to = Math.max(half?.to ?? 0, clock.to);
  const at = (hours: number) => (((hours * 60 + minute + offset) % DAY) + DAY) % DAY;
  const isCertain = is24h || hour === 0 || hour > 12;
  const minutes = isCertain ? [at(hour)] : twelveHours(hour, half?.value).map(at);
  return { value: { minutes, isBare: isBare && !half }, from, to };
}

/** Possible hours of the day for an hour on the clock, the likelier first. */
function twelveHours(hour: number, half: Half | undefined): number[] {
  const morning = hour % 12;
  if (half === 'am') return [morning];
  if (half === 'pm') return [morning + 12];
  // "Two at night", "ten at night".
  if (half === 'night') return [hour === 12 || hour < 6 ? morning : morning + 12];
  return morning > 0 && morning < FIRST_MORNING_HOUR
    ? [morning + 12, morning]
    : hour === 12
      ? [12, 0]
      : [morning, morning + 12];
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Minutes relative to the hour, for "ten to eight". */
  readonly offset?: number;
  readonly isBare: boolean;
  /** Given in 24-hour format. */
  readonly is24h: boolean;
}

const AFTER = ['past', 'after', 'gone'];
const BEFORE = ['to', 'before', 'till', 'of', 'til'];

/** "half past seven", "a quarter to nine", "twenty five minutes past six", "half seven". */
function readRelative(words: readonly Word[], from: number): Found<Clock> | undefined {
  const amount = minutesSaid(words, from);
  if (!amount) return undefined;
  const direction = wordAt(words, amount.to);
  const sign = AFTER.includes(direction) ? 1 : BEFORE.includes(direction) ? -1 : 0;
  const isHalf = wordAt(words, from) === 'half';
  if (sign === 0 && !(isHalf && amount.to === from + 1)) return undefined;
  const hour = readHour(words, sign === 0 ? amount.to : amount.to + 1);
  if (!hour) return undefined;
  const is24h = hour.value > 12;
  return {
    value: { hour: hour.value, minute: 0, offset: (sign || 1) * amount.value, isBare: false, is24h },
    from,
    to: afterOclock(words, hour.to),
  };
}

function minutesSaid(words: readonly Word[], from: number): Found<number> | undefined {
  const at = wordAt(words, from) === 'a' ? from + 1 : from;
  const word = wordAt(words, at);
  if (word === 'half') return { value: 30, from, to: at + 1 };
  if (word === 'quarter') return { value: 15, from, to: at + 1 };
  const number = readSmall(words, from);
  if (!number || number.value < 1 || number.value > 59) return undefined;
  return { ...number, to: number.to + (/^minutes?$/.test(wordAt(words, number.to)) ? 1 : 0) };
}

function readHour(words: readonly Word[], at: number): Found<number> | undefined {
  const word = wordAt(words, at);
  if (word === 'noon' || word === 'midday') return { value: 12, from: at, to: at + 1 };
  if (word === 'midnight') return { value: 24, from: at, to: at + 1 };
  const found = readSmall(words, at);
  return found && found.value <= 24 ? found : undefined;
}

const afterOclock = (words: readonly Word[], at: number): number =>
  isOclock(wordAt(words, at)) ? at + 1 : at;
const isOclock = (word: string): boolean => word === "o'clock" || word === 'oclock' || word === 'hours';

/** "seven thirty", "seven oh five", "7:30", "1930", "nineteen hundred", "seven o'clock", "seven". */
function readHourAndMinute(words: readonly Word[], from: number): Found<Clock> | undefined {
  const word = wordAt(words, from);
  const written = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(word) ?? /^(\d{2})(\d{2})$/.exec(word);
  if (written) {
    const [, hours = '', minutes = ''] = written;
    const is24h = hours.startsWith('0') || word.length === 4;
    const to = afterOclock(words, from + 1);
    const isClock = word.includes(':') || to > from + 1 || halfAfter(words, to) !== undefined;
    const clock = { hour: Number(hours), minute: Number(minutes), isBare: !isClock };
    return { value: { ...clock, is24h: is24h && !/^\d[:.]/.test(word) }, from, to };
  }
  const hour = readLeadingZero(words, from) ?? readSmall(words, from);
  if (!hour || hour.value > 24) return undefined;
  const leading = hour.to - from > 1 && /^(oh|o|zero)$/.test(word);
  // "Three hours" is a duration.
  const isDuration = wordAt(words, hour.to) === 'hours' && !leading && hour.value <= 12;
  if (isOclock(wordAt(words, hour.to)) && !isDuration) {
    const value = { hour: hour.value, minute: 0, isBare: false, is24h: leading };
    return { value, from, to: hour.to + 1 };
  }
  if (wordAt(words, hour.to) === 'hundred' && !readSmall(words, hour.to + 1)) {
    const to = afterOclock(words, hour.to + 1);
    return { value: { hour: hour.value, minute: 0, isBare: to === hour.to + 1, is24h: true }, from, to };
  }
  const minute = readMinute(words, hour.to);
  const is24h = leading || hour.value > 12;
  if (minute) {
    const value = { hour: hour.value, minute: minute.value, isBare: false, is24h };
    return { value, from, to: afterOclock(words, minute.to) };
  }
  return { value: { hour: hour.value, minute: 0, isBare: true, is24h }, from, to: hour.to };
}

/** "oh seven". */
function readLeadingZero(words: readonly Word[], from: number): Found<number> | undefined {
  if (!/^(oh|o|zero)$/.test(wordAt(words, from))) return undefined;
  const digit = readSmall(words, from + 1);
  return digit && digit.value > 0 && digit.value < 10 ? { ...digit, from } : undefined;
}

/** "thirty", "oh five", "45"; not "five", which is never said alone. */
function readMinute(words: readonly Word[], at: number): Found<number> | undefined {
  if (/[,;.!?]/.test(words[at]?.before ?? '')) return undefined;
  const zero = readLeadingZero(words, at);
  if (zero) return zero;
  const found = readSmall(words, at);
  return found && found.value >= 10 && found.value <= 59 && !UNITS.test(wordAt(words, found.to))
    ? found
    : undefined;
}

/** "At seven thirty people": the number before one of these is not minutes. */
const UNITS =
  /^(people|persons|guests|adults|children|days|weeks|months|years|pounds|dollars|euros|percent)$/;

function halfAfter(words: readonly Word[], at: number): Found<Half> | undefined {
  for (const [half, phrases] of [
    ['am', MORNING],
    ['pm', AFTERNOON],
    ['night', NIGHT],
  ] as const) {
    const length = followsAny(words, at, phrases);
    if (length > 0) return { value: half, from: at, to: at + length };
  }
  return undefined;
}

/** "Tomorrow evening at eight", "this morning around nine", "tonight at eight". */
function halfBefore(words: readonly Word[], from: number): Found<Half> | undefined {
  const lead =
    followsAny(words, from - 1, BEFORE_TIME) || (followsAny(words, from - 2, BEFORE_TIME) === 2 ? 2 : 0);
  const word = wordAt(words, from - lead - 1);
  if (/^(morning)$/.test(word)) return { value: 'am', from, to: -1 };
  if (/^(afternoon|evening|tonight)$/.test(word)) return { value: 'pm', from, to: -1 };
  return word === 'night' ? { value: 'night', from, to: -1 } : undefined;
}
