const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion'];
const IRREGULAR = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);

/** The largest number that has words here; a larger one is read digit by digit. */
const LARGEST = 999_999_999_999_999;

/** A whole number from 0, as words: "one hundred and five". */
export function cardinal(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0 || number > LARGEST) return digits(String(number));
  if (number < 1_000) return belowThousand(number);
  const parts: string[] = [];
  for (let rest = number, scale = 0; rest > 0; rest = Math.floor(rest / 1_000), scale++) {
    const part = rest % 1_000;
    if (part > 0) parts.unshift(`${belowThousand(part)}${SCALES[scale] ?? ''}`);
  }
  return number % 1_000 > 0 && number % 1_000 < 100
    ? `${parts.slice(0, -1).join(' ')} and ${parts.at(-1) ?? ''}`
    : parts.join(' ');
}

function belowThousand(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) {
    const unit = number % 10;
    return `${TENS[Math.floor(number / 10)] ?? ''}${unit > 0 ? `-${SMALL[unit] ?? ''}` : ''}`;
  }
  const rest = number % 100;
  return `${SMALL[Math.floor(number / 100)] ?? ''} hundred${rest > 0 ? ` and ${belowThousand(rest)}` : ''}`;
}

/** "twenty-third". */
export function ordinal(number: number): string {
  const words = cardinal(number);
  const last = /[a-z]+$/.exec(words)?.[0] ?? '';
  const stem = words.slice(0, words.length - last.length);
  return stem + (IRREGULAR.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`));
}

/** Digit by digit. */
export const digits = (text: string): string =>
  [...text].flatMap((digit) => (/\d/.test(digit) ? [SMALL[Number(digit)] ?? ''] : [])).join(' ');

/** "nineteen oh five", "two thousand and one", "twenty twenty-six". */
export function year(number: number): string {
  const [century, rest] = [Math.floor(number / 100), number % 100];
  if (number < 1_100 || number > 2_099 || (number >= 2_000 && number < 2_010)) return cardinal(number);
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
}
