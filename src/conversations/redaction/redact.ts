import { digitsOf, isDigitWord } from './digit-words.js';

/** What can be redacted from records (`privacy.redact` of an agent document). */
export const REDACTIONS = ['card_numbers', 'emails', 'phone_numbers'] as const;

export type Redaction = (typeof REDACTIONS)[number];

const PLACEHOLDERS: Readonly<Record<Redaction, string>> = {
  card_numbers: '[card number]',
  emails: '[email address]',
  phone_numbers: '[phone number]',
};

/** Separates texts that are searched as one; no text contains it. */
const BREAK = '\0';

const GAP = `[\\s${BREAK}]`;
const DOT = `(?:${GAP}*\\.${GAP}*|${GAP}+(?:dot|punkt|point|punto)${GAP}+)`;
const JOIN = `(?:${GAP}*[._+-]${GAP}*|${GAP}+(?:dot|punkt|point|punto|underscore|dash|hyphen|minus|plus)${GAP}+)`;
const AT = `(?:${GAP}*@${GAP}*|${GAP}+(?:at|ät|arroba|arobase)${GAP}+)`;
/** Spelled letters, then words with something in between. Each step is bounded, so that the time stays linear. */
const EMAIL = new RegExp(
  `(?<![\\p{L}\\d])(?:[\\p{L}\\d]${GAP}+){0,24}[\\p{L}\\d]{1,64}(?:${JOIN}[\\p{L}\\d]{1,64}){0,6}${AT}` +
    `(?:[\\p{L}\\d]${GAP}+){0,20}[\\p{L}\\d]{1,64}(?:${GAP}*-${GAP}*[\\p{L}\\d]{1,64}){0,4}(?:${DOT}\\p{L}{2,24}){1,3}(?![\\p{L}\\d])`,
  'giu',
);

const MAY_BE_EMAIL = /@|(?<!\p{L})(?:at|ät|arroba|arobase)(?!\p{L})/iu;

/**
 * Searched in pieces of this many characters, longer than most turns, so that the work grows linearly with the text.
 */
const PART = /[^]{1,4000}(?:\s|$)|[^]{1,4000}/g;

const TOKEN = /\d+|\p{L}+|[^\p{L}\d]+/gu;
/** What may stand between the digits of one number. */
const SEPARATOR = /^[\s.,()/+\-–\0]{1,6}$/;
const FILLERS: ReadonlySet<string> = new Set(['uh', 'um', 'er', 'and', 'then', 'äh', 'und', 'y', 'et']);
/** Amounts and dates, which have as many digits as a phone number. */
const NO_PHONE = /^\s*(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})\s*$/;

const CARD_DIGITS = { min: 13, max: 19 } as const;
const MIN_PHONE_DIGITS = 7;

/** Redacts these kinds from consecutive texts, also where a match spans several. */
export function redact(texts: readonly string[], kinds: ReadonlySet<Redaction>): string[] {
  const joined = texts.map((text) => text.replaceAll(BREAK, '')).join(BREAK);
  const redacted = joined.match(PART)?.map((part) => redactPart(part, kinds));
  return (redacted?.join('') ?? '').split(BREAK);
}

function redactPart(text: string, kinds: ReadonlySet<Redaction>): string {
  const mayBeEmail = kinds.has('emails') && MAY_BE_EMAIL.test(text);
  const withoutEmails = mayBeEmail ? text.replace(EMAIL, (found) => placeholder('emails', found)) : text;
  const wantsNumbers = kinds.has('card_numbers') || kinds.has('phone_numbers');
  return wantsNumbers ? redactNumbers(withoutEmails, kinds) : withoutEmails;
}

/** Keeps the number of breaks, so that each text keeps its place. */
function placeholder(kind: Redaction, found: string): string {
  const breaks = found.split(BREAK).length - 1;
  return Array.from({ length: breaks + 1 }, () => PLACEHOLDERS[kind]).join(BREAK);
}

function redactNumbers(text: string, kinds: ReadonlySet<Redaction>): string {
  const tokens = text.match(TOKEN) ?? [];
  let redacted = '';
  for (let at = 0; at < tokens.length;) {
    const end = endOfRun(tokens, at);
    redacted += end > at ? redactRun(tokens.slice(at, end), kinds) : (tokens[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return redacted;
}

const isDigits = (token: string) => /^\d+$/.test(token) || isDigitWord(token.toLowerCase());

/** End of the number that begins here; `from` if none begins. */
function endOfRun(tokens: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (isDigits(token)) end = at + 1;
    else if (end === from || !(SEPARATOR.test(token) || FILLERS.has(token.toLowerCase()))) break;
  }
  return end;
}

/** Left to right: a phone number may precede a card number; anything may follow it. */
function redactRun(tokens: readonly string[], kinds: ReadonlySet<Redaction>): string {
  const digits = digitsOf(tokens.map((token) => token.toLowerCase()));
  let redacted = '';
  let from = 0;
  for (let at = 0; kinds.has('card_numbers') && at < tokens.length;) {
    const end = endOfCard(digits, at);
    if (end === undefined) {
      at++;
      continue;
    }
    redacted += redactPhone(tokens.slice(from, at), digits.slice(from, at), kinds);
    redacted += placeholder('card_numbers', tokens.slice(at, end).join(''));
    from = at = end;
  }
  return redacted + redactPhone(tokens.slice(from), digits.slice(from), kinds);
}

function redactPhone(
  tokens: readonly string[],
  digits: readonly string[],
  kinds: ReadonlySet<Redaction>,
): string {
  const text = tokens.join('');
  const isPhone = kinds.has('phone_numbers') && digits.join('').length >= MIN_PHONE_DIGITS;
  if (!isPhone || NO_PHONE.test(text)) return text;
  const first = digits.findIndex((digit) => digit !== '');
  const last = digits.findLastIndex((digit) => digit !== '') + 1;
  const number = placeholder('phone_numbers', tokens.slice(first, last).join(''));
  return tokens.slice(0, first).join('') + number + tokens.slice(last).join('');
}

/** End of the longest card number that begins here: valid length and check digit. */
function endOfCard(digits: readonly string[], from: number): number | undefined {
  if (digits[from] === '') return undefined;
  let number = '';
  let end: number | undefined;
  for (let at = from; at < digits.length && number.length <= CARD_DIGITS.max; at++) {
    if (digits[at] === '') continue;
    number += digits[at];
    const fits = number.length >= CARD_DIGITS.min && number.length <= CARD_DIGITS.max;
    if (fits && hasCheckDigit(number)) end = at + 1;
  }
  return end;
}

/** Luhn's check (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
