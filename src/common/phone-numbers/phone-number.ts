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

/** ITU-T E.164: up to 15 digits behind the `+`, the first of which is not 0. */
export const E164 = /^\+[1-9]\d{1,14}$/;

/** Longer than any number with everything that people write between its digits. */
export const MAX_WRITTEN_NUMBER = 64;

/** Digits, also Arabic ones, and what stands between them: RFC 3966, 5.1.1, and blanks, slashes and dashes. */
const WRITTEN = /^\+?[\d\u0660-\u0669\u06f0-\u06f9 ().\-/\u2010-\u2015\u2212]+$/;
/** Marks that tell the direction of text, joiners: copied along with a number, and invisible. */
const INVISIBLE = /\p{Cf}/gu;
/** National numbers have at most ten digits where they begin with no 0, as a rule. */
const WHOLE_NUMBER = /^[1-9]\d{10,14}$/;
/** No number of America begins with a 1 behind its calling code, which is 1. */
const INTERNATIONAL = /^(?!11)[1-9]\d*$/;

/** Which region a calling code is taken from for its exit code, which is the same in all regions of the code. */
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
 * A number in E.164 from how it is written or dialled: `+44 20 7946 0000`, `+44 (0)20 …`, `00 44 …`, or, of a country,
 * a national number and one behind its exit code (`011` in America). Undefined for what is no number of any
 * numbering plan: too short, an extension, a name.
 * @param country Calling code or region whose national numbers are meant, `44` or `GB`; undefined: none.
 */
export function toE164(written: string, country: string | undefined): string | undefined {
  const text = plainForm(written);
  if (text === undefined) return undefined;
  if (text.startsWith('+')) return read(text) ?? possible(text);
  const digits = digitsOf(text);
  const code = country === undefined ? undefined : callingCodeOf(country);
  // Carriers write 00 in all countries, also where phones dial another exit code.
  const abroad = [/^00/, ...(code === undefined ? [] : [exitCodeOf(code)])].flatMap((exitCode) =>
    behind(exitCode, digits),
  );
  const found = [...new Set(abroad.flatMap((number) => read(number) ?? []))];
  // "001 501 …" is America behind 00, and Belize behind the 001 of Hong Kong. What is at home is meant.
  const atHome = found.find((number) => code !== undefined && number.startsWith(`+${code}`));
  if (found.length > 0) return found.length === 1 ? found[0] : atHome;
  const asNational = code === undefined ? undefined : national(text, digits, code);
  return asNational ?? abroad.flatMap((number) => possible(number) ?? [])[0];
}

/**
 * As `toE164`, for what comes over a trunk: carriers leave out the plus, too. Without a country, digits alone are a
 * number only where they are too many for a national one.
 */
export function toE164FromCarrier(user: string, country: string | undefined): string | undefined {
  const known = toE164(user, country);
  if (known !== undefined) return known;
  const text = plainForm(user);
  const digits = text === undefined || text.startsWith('+') ? '' : digitsOf(text);
  return WHOLE_NUMBER.test(digits) ? read(`+${digits}`) : undefined;
}

/**
 * How one and the same number may stand in records: as it is given, in E.164, without the plus, and as releases before
 * numbering plans were known had it, with a plus before a national number or an extension, or without a 0 that belongs
 * to it. A plus that became a blank on its way through a query is one again.
 */
export function formsOf(given: string): readonly string[] {
  const written = given.replace(/^ (?=\d)/, '+');
  const number = toE164FromCarrier(written, undefined);
  if (number === undefined) return [given, ...mistakenFor(written)];
  const { countryCallingCode: code = '', nationalNumber = '' } = parse(number) ?? {};
  const mistaken = [...mistakenFor(nationalNumber), ...mistakenFor(code + nationalNumber.replace(/^0/, ''))];
  return [...new Set([given, number, number.slice(1), ...mistaken])];
}

/** Where it is a number with a plus before it, it is somebody else's. */
const mistakenFor = (digits: string): readonly string[] =>
  INTERNATIONAL.test(digits) && read(`+${digits}`) === undefined ? [`+${digits}`] : [];

/** Without what only looks different: other forms of digits and signs, and invisible marks. */
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
  // Where national numbers begin with a 0 that is missing, it is the plus that was left out.
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
 * What is written in international form and has the right length for its country: plans change, and ranges for films
 * and examples are in none.
 */
function possible(text: string): string | undefined {
  const number = parseLoosely(text, { extract: false });
  return number?.isPossible() && !number.ext ? number.number : undefined;
}

/** A number as the numbering plans are known, else one that looks like it: they change. */
function parse(text: string, callingCode?: string): PhoneNumber | undefined {
  const options = { extract: false, ...(callingCode !== undefined && { defaultCallingCode: callingCode }) };
  const number = [parseExactly, parseLoosely]
    .map((parseWith) => parseWith(text, options))
    .find((found) => found?.isValid());
  return number?.ext ? undefined : number;
}
