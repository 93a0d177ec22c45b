import { toCardinal, toOrdinal } from 'n2words/en-US';

/** Maximum digits of a number in words. */
const MAX_DIGITS = 36;

/**
 * "one hundred twenty-three"; longer numbers are read digit by digit.
 * @param digits Only digits.
 */
export function cardinal(digits: string | number): string {
  const text = `${digits}`;
  return text.length > MAX_DIGITS ? digitByDigit(text) : toCardinal(BigInt(text));
}

/** "twenty-third". @param digits Only digits. */
export function ordinal(digits: string | number): string {
  const number = Number(digits);
  if (number === 0) return 'zeroth';
  return Number.isSafeInteger(number) ? toOrdinal(number) : `${cardinal(digits)}th`;
}

/** "nineteen oh five", "two thousand five", "twenty ten". @param digits Four digits. */
export function year(digits: string): string {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (century === 0 || (century % 10 === 0 && rest < 10)) return cardinal(digits);
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? 'oh ' : ''}${cardinal(rest)}`;
}

/** "three point one four"; trailing zeros are dropped. @param text Digits, and at most one point. */
export function decimal(text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const said = decimals.replace(/0+$/, '');
  const words = cardinal(whole || '0');
  return said === '' ? words : `${words} point ${digitByDigit(said)}`;
}

export const digitByDigit = (digits: string): string => [...digits].map((digit) => cardinal(digit)).join(' ');
