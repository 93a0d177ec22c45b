import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { FormValue } from '../../src/forms/index.js';
import { seededRandom } from '../duplex/alterations.js';
import { lettersOf, numberInWords, ordinalInWords, phoneInWords, spelledWithWords } from './spoken-words.js';

/** Reference time of dates: a Wednesday, ten in the morning in London. */
export const NOW_MS = Date.parse('2026-11-25T10:00:00Z');
const DAY_MS = 86_400_000;

/** A value said by a caller. */
export interface DictatedValue {
  readonly type: (typeof DICTATED_TYPES)[number];
  readonly value: FormValue;
  readonly country: 'GB' | 'US';
  /** The first utterance. */
  readonly said: string;
  /** The clearer repetition after a misunderstanding. */
  readonly again: string;
}

export const DICTATED_TYPES = ['date', 'time', 'number', 'phone', 'email', 'spelled'] as const;

type Random = () => number;
type Spoken = Pick<DictatedValue, 'value' | 'said' | 'again'>;

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
const pick = <T>(random: Random, from: readonly T[]): T => from[whole(random, 0, from.length - 1)] as T;
const chance = (random: Random, share: number): boolean => random() < share;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const FIRST_NAMES =
  'anna ben carla david emma felix grace hassan ingrid james karen liam maria nadia oscar paula quentin rosa simon tessa ursula victor wendy yusuf zoe'.split(
    ' ',
  );
const SURNAMES =
  'abbott baxter chandra delgado eriksson fitzgerald goldberg hutchinson ivanov jensen kowalski lombardi macleod nakamura okafor pemberton quigley rosenthal szabo thackeray underwood villanueva whitcombe yilmaz zimmermann bell marsh novak pryce reid'.split(
    ' ',
  );
const DOMAINS: readonly (readonly [string, string])[] = [
  ['gmail.com', 'gee mail dot com'],
  ['outlook.com', 'outlook dot com'],
  ['yahoo.co.uk', 'yahoo dot co dot U K'],
  ['hotmail.com', 'hotmail dot com'],
  ['icloud.com', 'i cloud dot com'],
  ['example.com', 'example dot com'],
  ['example.org', 'example dot org'],
  ['northwind.net', 'northwind dot net'],
  ['blue-river.com', 'blue hyphen river dot com'],
];
const LEADS = ['', '', "it's ", "sure, it's ", "that's ", "okay, it's "];

function date(random: Random): Spoken {
  const day = new Date(NOW_MS + whole(random, 1, 300) * DAY_MS);
  const [month, ordinal] = [MONTHS[day.getUTCMonth()] ?? '', ordinalInWords(day.getUTCDate())];
  const weekday = DAYS[day.getUTCDay()] ?? '';
  const value = day.toISOString().slice(0, 10);
  const days = whole(random, 3, 20);
  const soon = whole(random, 1, 6);
  const inDays = (count: number) => new Date(NOW_MS + count * DAY_MS);
  const again = `no, the ${ordinal} of ${month}`;
  const others: readonly Spoken[] = [
    {
      value: inDays(days).toISOString().slice(0, 10),
      said: `in ${numberInWords(days)} days`,
      again: `no, in ${numberInWords(days)} days`,
    },
    {
      value: inDays(soon + 7)
        .toISOString()
        .slice(0, 10),
      said: `a week on ${DAYS[inDays(soon).getUTCDay()] ?? ''}`,
      again: `no, a week on ${DAYS[inDays(soon).getUTCDay()] ?? ''}`,
    },
    {
      value: inDays(soon).toISOString().slice(0, 10),
      said: `this ${DAYS[inDays(soon).getUTCDay()] ?? ''}`,
      again: `no, this ${DAYS[inDays(soon).getUTCDay()] ?? ''}`,
    },
  ];
  if (chance(random, 0.3)) return pick(random, others);
  const said = pick(random, [
    `the ${ordinal} of ${month}`,
    `${month} the ${ordinal}`,
    `${month} ${ordinal}, please`,
    `on ${weekday} the ${ordinal} of ${month}`,
    `${weekday}, ${month} the ${ordinal}`,
    `I'd like the ${ordinal} of ${month}`,
  ]);
  return { value, said, again };
}

function time(random: Random): Spoken {
  const hour = whole(random, 7, 21);
  const minute = pick(random, [0, 15, 30, 45, whole(random, 1, 11) * 5, whole(random, 10, 59)]);
  const value = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const half = hour < 12 ? 'A M' : 'P M';
  const part = hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening';
  const short = numberInWords(hour % 12 || 12);
  const next = numberInWords((hour + 1) % 12 || 12);
  const minutes = minute === 0 ? '' : ` ${minute < 10 ? 'oh ' : ''}${numberInWords(minute)}`;
  const left = minute > 30 ? 60 - minute : minute;
  const amount = left === 15 ? 'quarter' : left === 30 ? 'half' : numberInWords(left);
  const unit = left % 5 === 0 ? '' : ' minutes';
  const relative =
    minute === 0
      ? `${short} o'clock`
      : minute > 30
        ? `${amount}${unit} to ${next}`
        : `${amount}${unit} past ${short}`;
  // "Ten to twelve": the named hour is in the other half of the day.
  const isPlain = hour !== 11 || minute <= 30;
  const plain = `${short}${minutes} ${half}`;
  const said = pick(random, [
    plain,
    `at ${plain}`,
    ...(isPlain ? [`${relative} ${part}`, `about ${relative} ${part}`] : []),
    ...(hour > 12 && minute > 9 ? [`${numberInWords(hour)}${minutes}`] : []),
    `let's say ${plain}`,
  ]);
  return { value, said, again: `no, at ${plain}` };
}

function number(random: Random): Spoken {
  const value = pick(random, [
    whole(random, 1, 12),
    whole(random, 13, 99),
    whole(random, 100, 999),
    whole(random, 1_000, 9_999),
    whole(random, 1, 9) + 0.5,
  ]);
  const words = numberInWords(value);
  const said = pick(random, [
    words,
    `${words}, please`,
    `for ${words} people`,
    `there are ${words} of them`,
    `about ${words}`,
  ]);
  return { value, said: Number.isInteger(value) ? said : words, again: `no, ${words}` };
}

function phone(random: Random, country: 'GB' | 'US'): Spoken {
  const digits = (count: number) => Array.from({ length: count }, () => whole(random, 0, 9)).join('');
  // As in real numbers, half of which have a repeated digit, said as "double".
  const twice = String(whole(random, 0, 9)).repeat(2);
  const tail = (count: number) => (chance(random, 0.5) ? `${digits(count - 2)}${twice}` : digits(count));
  const groups =
    country === 'US'
      ? [pick(random, ['212', '617', '415', '312', '206']), `${whole(random, 2, 9)}${tail(2)}`, tail(4)]
      : pick(random, [
          ['07700', tail(3), digits(3)],
          ['020', `7${digits(3)}`, tail(4)],
          ['0161', '496', tail(4)],
        ]);
  const plain = groups.join('');
  const known = parsePhoneNumberFromString(plain, country);
  const said = `${pick(random, [...LEADS, 'my number is ', 'you can reach me on '])}${phoneInWords(groups, random)}`;
  return {
    value: known?.isValid() ? known.number : plain,
    said,
    again: `no, ${phoneInWords(groups, () => 0)}`,
  };
}

function email(random: Random): Spoken {
  const [first, last] = [pick(random, FIRST_NAMES), pick(random, SURNAMES)];
  const count = whole(random, 10, 99);
  const [domain, domainWords] = pick(random, DOMAINS);
  const [local, said] = pick(random, [
    [`${first}.${last}`, `${first} dot ${last}`],
    [`${first}.${last}`, `${first} dot ${last}`],
    [`${first}_${last}`, `${first} underscore ${last}`],
    [`${first}${count}`, `${first} ${numberInWords(count)}`],
    [`${first.charAt(0)}.${last}`, `${first.charAt(0).toUpperCase()} dot ${last}`],
    [last, lettersOf(last, random)],
  ] as const);
  const spelled = local
    .split(/(?<=[._])|(?=[._\d])/)
    .map((part) =>
      part === '.'
        ? 'dot'
        : part === '_'
          ? 'underscore'
          : /\d/.test(part)
            ? numberInWords(Number(part))
            : lettersOf(part, () => 0.9),
    );
  const lead = pick(random, [...LEADS, 'my email is ']);
  return {
    value: `${local}@${domain}`,
    said: `${lead}${said}, at ${domainWords}`,
    again: `no, it's ${spelled.join(', ')}, at ${domainWords}`,
  };
}

function spelled(random: Random): Spoken {
  const value = pick(random, SURNAMES).toUpperCase();
  const said = chance(random, 0.75) ? lettersOf(value, random) : spelledWithWords(value, random, false);
  return {
    value,
    said: `${pick(random, LEADS)}${said}`,
    again: `no, it's ${spelledWithWords(value, random, true)}`,
  };
}

/** Values of each type, reproducible by seed. */
export function dictatedValues(seed: number, count: number): DictatedValue[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_one, at) => {
    const country = at % 2 === 0 ? ('GB' as const) : ('US' as const);
    const made = { date, time, number, phone: (own: Random) => phone(own, country), email, spelled };
    return DICTATED_TYPES.map((type) => ({ type, country, ...made[type](random) }));
  }).flat();
}
