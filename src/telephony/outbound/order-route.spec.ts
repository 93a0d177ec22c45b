import type { ApiError } from '../../common/errors/index.js';
import { routeOf, type TrunkToCallOver } from './order-route.js';

const trunkIn = (
  countryCode: string | undefined,
  allowedPrefixes: string[],
  localNumbers: string[] = [],
) => ({
  id: `trk_${countryCode}`,
  countryCode,
  localNumbers,
  outbound: { allowedPrefixes, blockedPrefixes: ['+1900'] },
});

const TRUNKS: readonly TrunkToCallOver[] = [
  trunkIn('1', ['+1', '+44', '+34', '+45', '+39'], ['7XXX', '911']),
  trunkIn('44', ['+442'], ['reception']),
];

it.each([
  ['2125550100', '1', '+12125550100', 'trk_1'],
  ['1 212 555 0100', 'US', '+12125550100', 'trk_1'],
  ['011 44 20 7946 0000', '+1', '+442079460000', 'trk_44'],
  ['+44 (0)20 7946 0000', undefined, '+442079460000', 'trk_44'],
  ['020 7946 0000', 'gb', '+442079460000', 'trk_44'],
  ['912 34 56 78', '34', '+34912345678', 'trk_1'],
  ['20 12 34 56', '45', '+4520123456', 'trk_1'],
  ['06 1234 5678', '39', '+390612345678', 'trk_1'],
  ['tel:+442079460000', undefined, '+442079460000', 'trk_44'],
  ['2125550100', undefined, '+12125550100', 'trk_1'],
  ['020 7946 0000', undefined, '+442079460000', 'trk_44'],
  ['7001', undefined, '7001', 'trk_1'],
  ['911', undefined, '911', 'trk_1'],
  ['reception', undefined, 'reception', 'trk_44'],
])('dials %s of %s as %s, over %s', (toNumber, countryCode, number, trunkId) => {
  expect(routeOf({ toNumber, ...(countryCode !== undefined && { countryCode }) }, TRUNKS)).toEqual({
    toNumber: number,
    trunkId,
  });
});

const refusalOf = (toNumber: string, countryCode?: string, trunks = TRUNKS): ApiError => {
  try {
    routeOf({ toNumber, ...(countryCode !== undefined && { countryCode }) }, trunks);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('it was not refused');
};

it.each([
  ['too short for its plan', '+4477', undefined],
  ['national without any country', '2125550100', undefined, [] as readonly TrunkToCallOver[]],
  ['of another country than is said', '2125550100', '44'],
  ['an extension of a country', '7001', '1'],
  ['an extension that no trunk knows', '8001', undefined],
  ['an emergency number that no trunk names', '112', undefined],
  ['an emergency number with a country', '911', '1'],
  ['letters', '1-800-FLOWERS', '1'],
  ['a SIP URI', 'sip:+442079460000@203.0.113.7', undefined],
  ['markup', '<script>alert(1)</script>', undefined],
  ['a header', '+442079460000\r\nX: y', undefined],
])(
  'rejects a number that is %s, naming the field and a valid example',
  (_what, toNumber, countryCode, trunks = TRUNKS) => {
    const { code, message, status } = refusalOf(toNumber, countryCode, trunks);
    expect([status, code]).toEqual([400, 'OUTBOUND_CALLS_VALIDATION_FAILED']);
    expect(message).toMatch(/^toNumber: .* is no phone number.*\+442079460000/s);
  },
);

it('reports a bad country, a disallowed destination or an ambiguous number', () => {
  expect(refusalOf('2125550100', '999').message).toContain(
    'countryCode: 999 is no country; write it as 44 or GB.',
  );
  expect(refusalOf('+33123456789').code).toBe('OUTBOUND_CALLS_NUMBER_NOT_ALLOWED');
  expect(refusalOf('+19005550100').code).toBe('OUTBOUND_CALLS_NUMBER_NOT_ALLOWED');
  const both = [trunkIn('34', ['+34']), trunkIn('351', ['+351'])];
  expect(refusalOf('912345678', undefined, both).message).toContain('may be +351912345678 or +34912345678');
});
