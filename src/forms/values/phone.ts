import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js';
import { readDigits } from './digits.js';
import { type Found, followsAny, type Word, wordAt } from './spoken-words.js';

/** Digits of the shortest local numbers, and of the longest international ones (E.164). */
const LEAST_DIGITS = 5;
const MOST_DIGITS = 15;

/** Words between groups of digits, without meaning. */
const BETWEEN = [
  'then',
  'and then',
  'and',
  'dash',
  'hyphen',
  'space',
  'area code',
  'code',
  'number',
  'followed by',
  "that's",
];

/** The digits of a number in groups, with a "+" for international ones. */
export function readPhoneDigits(words: readonly Word[], from: number): Found<string> | undefined {
  const hasPlus = /^(plus|\+)$/.test(wordAt(words, from));
  let digits = hasPlus ? '+' : '';
  let to = hasPlus ? from + 1 : from;
  for (let at = to; at < words.length;) {
    at += digits.length > 1 || hasPlus ? followsAny(words, at, BETWEEN) : 0;
    const next = readDigits(words, at);
    if (!next) break;
    digits += next.value;
    at = next.to;
    to = at;
  }
  return digits.replace('+', '') === '' ? undefined : { value: digits, from, to };
}

/** E.164 for valid numbers of the country and international ones; the plain digits for others. */
export function phoneNumber(digits: string, country: string | undefined): string | undefined {
  const count = digits.replace(/\D/g, '').length;
  if (count < LEAST_DIGITS || count > MOST_DIGITS) return undefined;
  const international = digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
  const known = parsePhoneNumberFromString(international, countryOf(country));
  return known?.isValid() ? known.number : digits;
}

/** Whether the number is complete: it is valid, and with one more digit it would be too long. */
export function isWholeNumber(digits: string, country: string | undefined): boolean {
  const isValid = parsePhoneNumberFromString(digits, countryOf(country))?.isValid() ?? false;
  return isValid && validatePhoneNumberLength(`${digits}0`, countryOf(country)) !== undefined;
}

/** Whether digits may be missing. Without a country, if it is shorter than the shortest local numbers. */
export function isTooShort(digits: string, country: string | undefined): boolean {
  if (!digits.startsWith('+') && countryOf(country) === undefined) return digits.length < LEAST_DIGITS;
  return validatePhoneNumberLength(`${digits}0`, countryOf(country)) !== 'TOO_LONG';
}

/** The usual notation, in groups. */
export function groupedNumber(number: string, country: string | undefined): string {
  const known = parsePhoneNumberFromString(number, countryOf(country));
  if (known?.isValid())
    return known.country === country
      ? known.formatNational().replace(/[()]/g, '')
      : known.formatInternational();
  const head =
    number.length % 3 === 1 ? number.slice(0, -4) : number.length % 3 === 2 ? number.slice(0, -2) : number;
  const groups = head.match(/.{1,3}/g) ?? [];
  return [...groups, number.slice(head.length)].filter((group) => group !== '').join(' ');
}

const countryOf = (country: string | undefined): CountryCode | undefined =>
  country !== undefined && isSupportedCountry(country) ? country : undefined;
