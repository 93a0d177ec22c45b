import { callerOf, type CallerRules } from './caller-identity.js';

const TRUNK: CallerRules = { countryCode: '1', localNumbers: [], mayAssert: true };

type Fields = readonly (readonly [name: string, value: string])[];

const caller = (user: string, fields: Fields = [], rules: Partial<CallerRules> = {}) =>
  callerOf(
    { from: { user, host: '192.0.2.1', displayName: '' }, headers: () => fields },
    { ...TRUNK, ...rules },
  );
const asserted = (...values: string[]): Fields =>
  values.map((value) => ['P-Asserted-Identity', value] as const);

it.each([
  ['an extension', '7001', '7001'],
  ['a name', 'reception', 'reception'],
  ['a national number of the trunk’s plan', '2125550100', '+12125550100'],
  ['a number behind the exit code', '011442079460000', '+442079460000'],
  ['a number without its plus', '442079460000', '+442079460000'],
  ['what is no number, plus or not', '+15550100', '+15550100'],
  ['nobody', '', ''],
])('keeps or normalizes %s in From per the dial plan', (_what, user, number) => {
  expect(caller(user)).toBe(number);
});

it('assumes no country when the trunk has none', () => {
  expect(caller('2125550100', [], { countryCode: undefined })).toBe('2125550100');
  expect(caller('02079460000', [], { countryCode: undefined })).toBe('02079460000');
});

it.each([
  ['in brackets', ['<sip:+442079460000@example.com>']],
  ['without brackets', ['sip:+442079460000@example.com;user=phone']],
  ['with a name that has a comma and brackets', ['"Doe, <Jane>" <sip:+442079460000@example.com>']],
  ['as tel:', ['<tel:+44-20-7946-0000;phone-context=x>']],
  ['as tel: without brackets', ['tel:+442079460000']],
  ['second, behind a name', ['"Cullen" <sip:fluffy@example.com>, <tel:+442079460000>']],
  ['in a second field', ['<sip:fluffy@example.com>', 'tel:+442079460000']],
  ['escaped', ['<sip:%2B442079460000;npdi@example.com>']],
  ['with a password and parameters', ['<sips:+442079460000:secret@example.com:5061;transport=tls?x=y>']],
])('accepts an asserted number %s', (_how, values) => {
  expect(caller('7001', asserted(...values))).toBe('+442079460000');
});

it.each([
  ['no URI', '"Nobody"'],
  ['a URI without a user', '<sip:example.com>'],
  ['an open bracket', '<sip:+442079460000@example.com'],
  ['an open quote', '"+442079460000'],
  ['quotes and commas without end', '",<'.repeat(3_000)],
  ['a wrong escape', '<sip:%zz@example.com>'],
])('ignores an identity of %s', (_what, value) => {
  expect(['7001', '%zz', '+442079460000']).toContain(caller('7001', asserted(value)));
});

it.each(['id', 'id; critical', 'user;id', ' Header ; none'])('withholds the caller: Privacy: %s', (value) => {
  const fields: Fields = [['privacy', value], ...asserted('<sip:+442079460000@example.com>')];
  expect(caller('+442079460001', fields)).toBe('anonymous');
});

it.each(['none', 'session', 'critical'])('identifies the caller with Privacy: %s', (value) => {
  const fields: Fields = [['Privacy', value], ...asserted('<sip:+442079460000@example.com>')];
  expect(caller('anonymous', fields)).toBe('+442079460000');
});

it.each([
  ['alone', '"Jane" <sip:2125550100@example.com>;party=calling;screen=yes;privacy=off', '+12125550100'],
  ['of the called party', '<sip:2125550100@example.com>;party=called', '7001'],
  ['that nobody has screened', '<sip:2125550100@example.com>;screen=no', '7001'],
  ['that is private', '<sip:2125550100@example.com>;privacy=full;screen=yes', 'anonymous'],
  ['whose name alone is private', '<sip:2125550100@example.com>;privacy=name', '+12125550100'],
])('reads a Remote-Party-ID %s', (_how, value, number) => {
  expect(caller('7001', [['Remote-Party-ID', value]])).toBe(number);
});

it('prefers P-Asserted-Identity to Remote-Party-ID, and only from trusted trunks', () => {
  const fields: Fields = [
    ['Remote-Party-ID', '<sip:2125550101@example.com>;screen=yes'],
    ...asserted('<sip:2125550100@example.com>'),
  ];
  expect(caller('7001', fields)).toBe('+12125550100');
  expect(caller('7001', fields, { mayAssert: false })).toBe('7001');
});
