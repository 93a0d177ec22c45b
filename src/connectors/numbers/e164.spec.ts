import { E164, entriesFor, toE164 } from './e164.js';

describe('phone numbers', () => {
  it.each([
    ['+442079460000', undefined, '+442079460000'],
    ['442079460000', undefined, '+442079460000'],
    ['00442079460000', undefined, '+442079460000'],
    ['020 7946-0000', '44', '+442079460000'],
    ['+44 (20) 7946.0000', undefined, '+442079460000'],
  ])('takes %s of a trunk in +%s for %s', (dialled, countryCode, number) => {
    expect(toE164(dialled, countryCode)).toBe(number);
  });

  it.each(['demo', '', '020 79460000', '+0123', '+1234567890123456', 'sip:1', '１２３', '+44\r\n20'])(
    'takes %j for no number',
    (dialled) => expect(toE164(dialled, undefined)).toBeUndefined(),
  );

  it('prefers the number itself, then the longest range', () => {
    expect(entriesFor('+4420')).toEqual(['+4420', '+442*', '+44*', '+4*', '+*']);
    expect(E164.test('+44*')).toBe(false);
  });
});
