import { isNumberWord } from './cardinal.js';
import { readEmail } from './email.js';
import { isTooShort, isWholeNumber, readPhoneDigits } from './phone.js';
import { readPostcode } from './postcode.js';
import { findAll, spokenWords } from './spoken-words.js';
import { spokenValue } from './spoken-value.js';
import type { FormValue, ValueContext, ValueKind } from './value-types.js';

/** `complete`: nothing can be missing. `open`: the value is incomplete. */
export type EndOfDictation = 'complete' | 'open' | undefined;

/** Digits by which a repeated number is recognized. */
const LEAST_ALIKE = 3;

/** Words that never end an answer. */
const OPEN_ENDED: Partial<Record<ValueKind['type'], RegExp>> = {
  number: /\b(hundred and|thousand and|point|minus|about|around|for|a|double|and)$/,
  date: /\b(the|of|on|next|this|day after|in)$|(?<!(\d|st|nd|rd|th) (of )?)\b(january|february|march|april|june|july|august|september|october|november|december)$/,
  time: /\b(half past|quarter (to|past)|past|to|at|about|around|in the)$/,
  datetime: /\b(the|of|on|next|this|half past|quarter (to|past)|past|at|about|around|in the)$/,
  duration: /\b(and a|and|a|an|half|about|couple of)$/,
  money: /\b(hundred and|thousand and|point|and|a|about)$/,
  phone: /\b(double|triple|treble|plus|is|on|at)$/,
  email: /\b(dot|at|underscore|dash|hyphen|double)$/,
  spelled: /\b(as in|for|double|capital|apostrophe|hyphen|dash)$|(^|\s)\p{L}$/u,
  name: /\b(as in|double)$|(^|\s)\p{L} \p{L}$/u,
};

/** Whether a pause at this point is within the value (`open`) or at its end (`complete`). */
export function endOfDictation(text: string, kind: ValueKind, context: ValueContext): EndOfDictation {
  const said = spokenWords(text)
    .map((word) => word.text)
    .join(' ');
  if (said === '') return undefined;
  if (OPEN_ENDED[kind.type]?.test(said) === true) return 'open';
  if (kind.type === 'phone') return endOfNumber(text, context.country);
  if (kind.type === 'email') return endOfAddress(readEmail(text));
  if (kind.type === 'postcode') return endOfPostcode(text);
  return undefined;
}

/** Whether a correction says the whole value again, and not only its end. */
export function repeatsValue(
  text: string,
  { type }: ValueKind,
  old: FormValue | undefined,
  context: ValueContext,
): boolean {
  if (type === 'email' || type === 'spelled') return /\p{L}\W+(\p{L}|dot|at|as in|for)\W*$/u.test(text);
  if (type !== 'phone' || typeof old !== 'string') return false;
  const begin = digitsOf(text).slice(0, LEAST_ALIKE);
  return begin !== '' && digitsOf(spokenValue(type, old, context)).startsWith(begin);
}

const digitsOf = (text: string): string =>
  findAll(spokenWords(text), readPhoneDigits)
    .map(({ value }) => value)
    .sort((one, other) => other.length - one.length)[0] ?? '';

function endOfNumber(text: string, country: string | undefined): EndOfDictation {
  const digits = digitsOf(text);
  if (digits === '') return undefined;
  if (isWholeNumber(digits, country)) return 'complete';
  return isTooShort(digits, country) ? 'open' : undefined;
}

/** "Example dot co" may continue with "dot uk". */
const endOfAddress = (address: string | undefined): EndOfDictation =>
  address === undefined || address.endsWith('.co') ? 'open' : 'complete';

function endOfPostcode(text: string): EndOfDictation {
  const words = spokenWords(text);
  const code = findAll(words, readPostcode).at(-1)?.value ?? '';
  if (/[A-Z]/.test(code)) return 'complete';
  const isWithin =
    /^(\p{L}|\d+|double|in|for)$/u.test(words.at(-1)?.text ?? '') || isNumberWord(words.at(-1)?.text ?? '');
  return code === '' && isWithin ? 'open' : undefined;
}
