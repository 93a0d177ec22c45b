import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parseDigits,
  parsePhoneNumberFromString as parseLoosely,
  type PhoneNumber,
} from 'libphonenumber-js';
import { parsePhoneNumberFromString as parseExactly } from 'libphonenumber-js/max';

/** ITU-T E.164: up to 15 digits after the `+`, the first of which is not 0. */
export const E164 = /^\+[1-9]\d{1,14}$/;

/** Longer than any number with usual separators. */
export const MAX_WRITTEN_NUMBER = 64;

/** Digits, including Arabic ones, and separators: RFC 3966, 5.1.1, and blanks, slashes and dashes. */
const WRITTEN = /^\+?[\d\u0660-\u0669\u06f0-\u06f9 ().\-/\u2010-\u2015\u2212]+$/;
/** Direction marks and joiners: copied along with a number, and invisible. */
const INVISIBLE = /\p{Cf}/gu;
/** National numbers that do not begin with 0 rarely have more than ten digits. */
const WHOLE_NUMBER = /^[1-9]\d{10,14}$/;
/** No number of America begins with a 1 after its calling code, which is 1. */
const INTERNATIONAL = /^(?!11)[1-9]\d*$/;

/** A region for each calling code, for its exit code, which is the same in all regions of the code. */
const REGIONS: ReadonlyMap<string, CountryCode> = new Map(
  getCountries()
    .map((region) => [getCountryCallingCode(region), region] as const)
    .reverse(),
);
const exitCodes = new Map<string, RegExp>();

/** `44` for `44`, `+44` and `GB`; undefined for anything else. */
export function callingCodeOf(country: string): string | undefined {
  const region = country.toUpperCase();
  if (isSupportedCountry(region)) return getCountryCallingCode(region);
  const code = country.replace(/^\+/, '');
  return REGIONS.has(code) ? code : undefined;
}

/**
 * Normalizes a written or dialled number to E.164: `+44 20 7946 0000`, `+44 (0)20 …`, `00 44 …`, or, with a country, a
 * national number or one after its exit code (`011` in America). Undefined for anything outside the numbering plans:
 * too short, an extension, a name.
 * @param country Calling code or region of national numbers, `44` or `GB`; undefined: none.
 */
export function toE164(written: string, country: string | undefined): string | undefined {
  const text = plainForm(written);
  if (text === undefined) return undefined;
  if (text.startsWith('+')) return read(text) ?? possible(text);
  const digits = digitsOf(text);
  const code = country === undefined ? undefined : callingCodeOf(country);
  // Carriers write 00 in all countries, even where phones dial another exit code.
  const abroad = [/^00/, ...(code === undefined ? [] : [exitCodeOf(code)])].flatMap((exitCode) =>
    behind(exitCode, digits),
  );
  const found = [...new Set(abroad.flatMap((number) => read(number) ?? []))];
  // "001 501 …" is America after 00, or Belize after the 001 of Hong Kong. Prefer the home country.
  const atHome = found.find((number) => code !== undefined && number.startsWith(`+${code}`));
  if (found.length > 0) return found.length === 1 ? found[0] : atHome;
  const asNational = code === undefined ? undefined : national(text, digits, code);
  return asNational ?? abroad.flatMap((number) => possible(number) ?? [])[0];
}

/**
 * As `toE164`, for numbers from a trunk: carriers may omit the plus. Without a country, bare digits count only if they
 * are too many for a national number.
 */
export function toE164FromCarrier(user: string, country: string | undefined): string | undefined {
  const known = toE164(user, country);
  if (known !== undefined) return known;
  const text = plainForm(user);
  const digits = text === undefined || text.startsWith('+') ? '' : digitsOf(text);
  return WHOLE_NUMBER.test(digits) ? read(`+${digits}`) : undefined;
}

/**
 * The forms in which one number may stand in records: as given, in E.164, without the plus, and as earlier releases
 * stored it, with a plus before a national number or an extension, or without a 0 that belongs to it. A plus that query
 * decoding turned into a blank is restored.
 */
export function formsOf(given: string): readonly string[] {
  const written = given.replace(/^ (?=\d)/, '+');
  const number = toE164FromCarrier(written, undefined);
  if (number === undefined) return [given, ...mistakenFor(written)];
  const { countryCallingCode: code = '', nationalNumber = '' } = parse(number) ?? {};
  const mistaken = [...mistakenFor(nationalNumber), ...mistakenFor(code + nationalNumber.replace(/^0/, ''))];
  return [...new Set([given, number, number.slice(1), ...mistaken])];
}

/** With a plus in front it could be another subscriber's number. */
const mistakenFor = (digits: string): readonly string[] =>
  INTERNATIONAL.test(digits) && read(`+${digits}`) === undefined ? [`+${digits}`] : [];

/** Removes mere differences in form: other digits and signs, and invisible marks. */
function plainForm(written: string): string | undefined {
  if (written.length > MAX_WRITTEN_NUMBER) return undefined;
  const text = written.normalize('NFKC').replace(INVISIBLE, '').trim().replace(/^tel:/i, '');
  return WRITTEN.test(text) ? text : undefined;
}

const digitsOf = (text: string): string => parseDigits(text.replace(/[^\d\u0660-\u0669\u06f0-\u06f9]/g, ''));

function behind(exitCode: RegExp, digits: string): readonly string[] {
  const rest = digits.replace(exitCode, '');
  return rest !== digits && INTERNATIONAL.test(rest) ? [`+${rest}`] : [];
}

function national(text: string, digits: string, code: string): string | undefined {
  const number = parse(text, code);
  const whole = digits.startsWith(code) ? read(`+${digits}`) : undefined;
  // If national numbers begin with 0 and it is missing, the plus was omitted.
  const isAsUsual = number !== undefined && digitsOf(number.formatNational()) === digits;
  return isAsUsual ? number.number : (whole ?? number?.number);
}

function exitCodeOf(code: string): RegExp {
  const known = exitCodes.get(code);
  if (known) return known;
  const metadata = new Metadata();
  const region = REGIONS.get(code);
  if (region) metadata.selectNumberingPlan(region);
  const pattern = new RegExp(`^(?:${metadata.numberingPlan?.IDDPrefix() ?? '00'})`);
  exitCodes.set(code, pattern);
  return pattern;
}

const read = (text: string): string | undefined => parse(text)?.number;

/**
 * A number in international form with a valid length for its country: plans change, and ranges for films and examples
 * are in none.
 */
function possible(text: string): string | undefined {
  const number = parseLoosely(text, { extract: false });
  return number?.isPossible() && !number.ext ? number.number : undefined;
}

/** Parses by the known numbering plans, or else by form: plans change. */
function parse(text: string, callingCode?: string): PhoneNumber | undefined {
  const options = { extract: false, ...(callingCode !== undefined && { defaultCallingCode: callingCode }) };
  const number = [parseExactly, parseLoosely]
    .map((parseWith) => parseWith(text, options))
    .find((found) => found?.isValid());
  return number?.ext ? undefined : number;
}
