import { readEmail } from './email.js';
import { isWholeNumber, readPhoneDigits } from './phone.js';
import { readPostcode } from './postcode.js';
import { findAll, spokenWords } from './spoken-words.js';
import type { ValueContext, ValueKind } from './value-types.js';

/** After these words nobody has finished. */
const OPEN_ENDED: Partial<Record<ValueKind['type'], RegExp>> = {
  number: /\b(hundred and|thousand and|point|minus|about|around|for|a|double|and)$/,
  date: /\b(the|of|on|next|this|day after|in|january|february|march|april|june|july|august|september|october|november|december)$/,
  time: /\b(half past|quarter (to|past)|past|to|at|about|around|in the)$/,
  datetime: /\b(the|of|on|next|this|half past|quarter (to|past)|past|at|about|around|in the)$/,
  duration: /\b(and a|and|a|an|half|about|couple of)$/,
  money: /\b(hundred and|thousand and|point|and|a|about)$/,
};

/** How many digits a number has before a caller may have finished it. */
const LEAST_DIGITS = 7;

/** Whether what was said so far is the beginning of a value: the caller dictates, and is to be waited for. */
export function isIncomplete(text: string, kind: ValueKind, context: ValueContext): boolean {
  const said = spokenWords(text)
    .map((word) => word.text)
    .join(' ');
  if (said === '') return false;
  if (kind.type === 'phone') {
    const digits = phoneDigits(text);
    if (/\b(double|triple|treble|plus|is)$/.test(said)) return true;
    return digits !== '' && digits.length < LEAST_DIGITS && !isWholeNumber(digits, context.country);
  }
  if (kind.type === 'email')
    return readEmail(text) === undefined || /\b(dot|at|underscore|dash|hyphen)$/.test(said);
  if (kind.type === 'spelled')
    return /\b(as in|for|double|capital|apostrophe|hyphen|dash)$/.test(said) || /(^|[\s-])\p{L}$/u.test(said);
  if (kind.type === 'postcode')
    return postcodeIn(text) === undefined && /\b(\p{L}|\d+|double|as in|for)$/u.test(said);
  return OPEN_ENDED[kind.type]?.test(said) ?? false;
}

/** Whether nothing is missing of the value, so that there is nothing to wait for. */
export function isWhole(text: string, kind: ValueKind, context: ValueContext): boolean {
  if (kind.type === 'phone') return isWholeNumber(phoneDigits(text), context.country);
  if (kind.type === 'postcode') return /[A-Z]/.test(postcodeIn(text) ?? '');
  return false;
}

const phoneDigits = (text: string): string =>
  findAll(spokenWords(text), readPhoneDigits).reduce(
    (best, { value }) => (value.length > best.length ? value : best),
    '',
  );

const postcodeIn = (text: string): string | undefined =>
  findAll(spokenWords(text), readPostcode).at(-1)?.value;
