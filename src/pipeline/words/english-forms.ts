import { type AddressWords, sayAddresses } from './addresses.js';
import { cardinal, digits, ordinal, year } from './english-numbers.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const CURRENCIES: Readonly<
  Record<string, readonly [one: string, many: string, cent: string, cents: string]>
> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  '€': ['euro', 'euros', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
};

/** Longer numbers without separators are ones of telephones and orders: people read their digits. */
const MAX_DIGITS = 6;

const ADDRESSES: AddressWords = {
  at: 'at',
  signs: new Map([
    ['.', 'dot'],
    ['-', 'dash'],
    ['_', 'underscore'],
    ['+', 'plus'],
    ['/', 'slash'],
  ]),
  digits,
};

type Form = readonly [pattern: RegExp, say: (...groups: string[]) => string | undefined];

/** In the order in which they are looked for; what one has written out has no digits left for the next. */
const FORMS: readonly Form[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, (y, m, d) => date(Number(y), Number(m), Number(d))],
  [/\b([01]?\d|2[0-3]):([0-5]\d)(?:\s?([ap])\.?m\b\.?)?/gi, (h, m, half) => time(Number(h), Number(m), half)],
  [
    /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?![\d])/g,
    (sign, whole, cents) => money(sign, whole, cents),
  ],
  [/\b(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s?%/g, (whole, part) => `${decimal(whole, part)} percent`],
  [/\b(\d+)(st|nd|rd|th)\b/gi, (number) => ordinal(Number(number))],
  [/(?<![\w.])-?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?![\w]|\.\d)/g, (whole, part) => decimal(whole, part)],
];

/** An English text with numbers, amounts, dates, times and addresses as people say them. */
export function englishForms(text: string): string {
  if (!/[\d@]|www\.|https?:/i.test(text)) return text;
  return FORMS.reduce(
    (said, [pattern, say]) =>
      said.replace(pattern, (found: string, ...rest: unknown[]) => {
        const groups = rest.map((group) => (typeof group === 'string' ? group : ''));
        const minus = found.startsWith('-') && /\d/.test(found[1] ?? '') ? 'minus ' : '';
        const words = say(...groups);
        return words === undefined ? found : minus + words;
      }),
    sayAddresses(text, ADDRESSES),
  );
}

function decimal(whole: string, part: string | undefined): string {
  const plain = whole.replaceAll(',', '');
  const isCode = !whole.includes(',') && (plain.length > MAX_DIGITS || /^0\d/.test(plain));
  const words = isCode ? digits(plain) : cardinal(Number(plain));
  return part ? `${words} point ${digits(part)}` : words;
}

function money(sign = '', whole = '', cents = ''): string | undefined {
  const names = CURRENCIES[sign];
  if (!names) return undefined;
  const [one, many, cent, manyCents] = names;
  const amount = Number(whole.replaceAll(',', ''));
  const large = `${cardinal(amount)} ${amount === 1 ? one : many}`;
  const small = Number(cents);
  if (small === 0) return large;
  const change = `${cardinal(small)} ${small === 1 ? cent : manyCents}`;
  return amount === 0 ? change : `${large} and ${change}`;
}

function date(y: number, m: number, d: number): string | undefined {
  const month = MONTHS[m - 1];
  return month === undefined || d < 1 || d > 31 ? undefined : `the ${ordinal(d)} of ${month} ${year(y)}`;
}

function time(hour: number, minute: number, half = ''): string {
  const said = half === '' ? '' : half.toLowerCase() === 'a' ? ' a m' : ' p m';
  if (minute === 0)
    return half === '' && hour > 12 ? `${cardinal(hour)} hundred` : `${cardinal(hour)}${said || " o'clock"}`;
  return `${cardinal(hour)} ${minute < 10 ? `oh ${cardinal(minute)}` : cardinal(minute)}${said}`;
}
