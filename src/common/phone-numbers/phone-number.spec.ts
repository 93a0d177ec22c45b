import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getExampleNumber } from 'libphonenumber-js';
import { entriesFor, isNumberOrRange } from '../../connectors/numbers/number-range.js';
import { formsOf, toE164, toE164FromCarrier } from './index.js';

const COUNTRIES = (
  'AE AR AT AU BE BG BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HK HR HU ID IE IL IN IT JP KE KR MX MY NG NL NO NZ PE PH ' +
  'PK PL PT RO RS RU SA SE SG SK TH TR TW UA US VN ZA'
).split(' ') as CountryCode[];

/** Fixed lines, from regulators' and operators' own pages. */
const FIXED_LINES: readonly (readonly [national: string, country: string, number: string])[] = [
  ['2125550100', '1', '+12125550100'],
  ['1 (212) 555-0100', '1', '+12125550100'],
  ['020 7946 0000', '44', '+442079460000'],
  ['912 34 56 78', '34', '+34912345678'],
  ['20 12 34 56', '45', '+4520123456'],
  ['06 1234 5678', '39', '+390612345678'],
  ['030/901820', 'DE', '+4930901820'],
  ['8 (495) 123-45-67', '7', '+74951234567'],
  ['0 11 4444-5555', 'AR', '+541144445555'],
  ['(11) 3123-4567', '55', '+551131234567'],
  ['0 15 11 3123-4567', '55', '+551131234567'],
  ['06 1 234 5678', '36', '+3612345678'],
  ['22 123 45 67', 'PL', '+48221234567'],
];

describe.each(COUNTRIES)('a number of %s', (country) => {
  const number = getExampleNumber(country, examples);
  if (!number) throw new Error('there is no example of the country');
  const { countryCallingCode: code } = number;
  const digits = number.number.slice(1);
  const national = number.formatNational();

  it.each([
    ['in international form', number.formatInternational(), undefined],
    ['in international form, whatever the country', number.formatInternational(), '1'],
    ['in national form', national, code],
    ['in national form, with the region', national, country.toLowerCase()],
    ['in national form, digits alone', national.replace(/\D/g, ''), code],
    ['without its trunk prefix', number.nationalNumber, code],
    ['with a plus before the calling code', national, `+${code}`],
    ['with the calling code and no plus', digits, code],
    ['behind 00', `00${digits}`, undefined],
    ['behind 00, in its country', `00 ${number.formatInternational().slice(1)}`, code],
    ['behind 00, from another country', `00${digits}`, '49'],
    ['behind 011, from America', `011 ${digits}`, '1'],
    ['behind 0011, from Australia', `0011 ${digits}`, 'AU'],
    ['behind 810, from Russia', `810${digits}`, '7'],
    ['behind 010, from Japan', `010-${digits}`, '81'],
    ['of a tel: URI', `tel:${number.number}`, undefined],
    ['in other digits', national.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''), code],
    [
      'in full width',
      national.replace(/[\d()-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
      code,
    ],
    ['as phones copy it', `\u202a${number.formatInternational().replaceAll(' ', '\u00a0')}\u202c`, undefined],
  ])('is equal when written %s', (_how, written, plan) => {
    expect(toE164(written, plan)).toBe(number.number);
    expect(toE164FromCarrier(written, plan)).toBe(number.number);
  });

  it('is equal with the trunk prefix in brackets', () => {
    const isPrefix = national.replace(/\D/g, '') === `0${number.nationalNumber}`;
    const written = `+${code} ${isPrefix ? '(0)' : ''}${number.nationalNumber}`;
    expect(toE164(written, undefined)).toBe(number.number);
  });
});

it.each(FIXED_LINES)('reads %s of %s as %s', (written, country, number) => {
  expect(toE164(written, country)).toBe(number);
});

it.each([
  ['too short', '+4477', undefined],
  ['too long', '+44207946000012345', undefined],
  ['of no country', '+0123456789', undefined],
  ['an extension', '7001', '44'],
  ['an emergency number', '112', '44'],
  ['an emergency number with a calling code', '+44112', undefined],
  ['a star code', '*98', '44'],
  ['a number with an extension', '+442079460000;ext=12', undefined],
  ['letters', '1-800-FLOWERS', '1'],
  ['a SIP URI', 'sip:+442079460000@example.com', undefined],
  ['two numbers', '+442079460000+442079460001', undefined],
  ['digits of a script that is not read', '०२०७९४६००००', '44'],
  ['a line break', '+44\r\n2079460000', undefined],
  ['nothing', '', '44'],
  ['marks alone', '\u202a\u200f', '44'],
  ['far too much', '1'.repeat(1_000_000), '44'],
  ['national without a country', '2125550100', undefined],
  ['national of another country', '2125550100', '44'],
  ['international without a plus', '442079460000', undefined],
  ['ambiguous: behind 00 or behind 001', '0015016221234', 'HK'],
  ['of a country that is none', '2079460000', '999'],
])('rejects a number that is %s', (_what, written, country) => {
  expect(toE164(written, country)).toBeUndefined();
});

it.each([
  ['442079460000', undefined, '+442079460000'],
  ['442079460000', '1', '+442079460000'],
  ['2125550100', '1', '+12125550100'],
  ['2125550100', undefined, undefined],
  ['7001', '1', undefined],
  ['anonymous', '1', undefined],
])('reads %s from a trunk in %s as %s', (user, country, number) => {
  expect(toE164FromCarrier(user, country)).toBe(number);
});

it("omits forms that are another subscriber's number", () => {
  // +1 659 876 5432 without its calling code is a number of Singapore.
  expect(formsOf('+16598765432')).toEqual(['+16598765432', '16598765432']);
});

it.each(['+15551234567', '+1 (555) 010-0199', '001 555 123 4567'])(
  'accepts an international number of the right length: %s',
  (written) => {
    expect(toE164(written, undefined)).toBe(`+${written.replace(/^00/, '').replace(/\D/g, '')}`);
    // An unassigned area code does not make a national number international.
    expect(toE164('555 123 4567', '1')).toBeUndefined();
  },
);

it('finds a number in every stored form', () => {
  const forms = ['+442079460000', '442079460000', '+2079460000'];
  expect(formsOf('+44 20 7946 0000')).toEqual(['+44 20 7946 0000', ...forms]);
  expect(formsOf(' 442079460000')).toEqual([' 442079460000', ...forms]);
  expect(formsOf('+12125550100')).toEqual(['+12125550100', '12125550100', '+2125550100']);
  expect(formsOf('+390612345678')).toEqual(['+390612345678', '390612345678', '+39612345678']);
  expect(formsOf('7001')).toEqual(['7001', '+7001']);
  expect(formsOf('customer-1234')).toEqual(['customer-1234']);
  expect(formsOf('')).toEqual(['']);
});

it('prefers the exact number, then the longest range', () => {
  expect(entriesFor('+4420')).toEqual(['+4420', '+442*', '+44*', '+4*', '+*']);
});

it.each([
  ['+442079460000', true],
  ['+4420*', true],
  ['+*', true],
  ['+4477', false],
  ['+04*', false],
  ['442079460000', false],
])('recognizes numbers and ranges: %s', (entry, isOne) => {
  expect(isNumberOrRange(entry)).toBe(isOne);
});
