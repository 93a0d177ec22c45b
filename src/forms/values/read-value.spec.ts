import { NOW_MS, saidValues } from '../../../test/support/said-values.js';
import { readValue } from './read-value.js';
import { spokenValue } from './spoken-value.js';
import type { FormValue, ValueContext, ValueKind, ValueType } from './value-types.js';

const LONDON: ValueContext = { nowMs: NOW_MS, timeZone: 'Europe/London', country: 'GB' };
const NEW_YORK: ValueContext = { nowMs: NOW_MS, timeZone: 'America/New_York', country: 'US' };

const valueOf = (type: ValueType, said: string, context = LONDON, kind: Partial<ValueKind> = {}) =>
  readValue(said, { type, ...kind }, context)?.value;

describe('spoken value', () => {
  it('is parsed exactly, or as one of two candidates, in at least 995 of 1,000 of 1,500 generated phrases', () => {
    const wrong = saidValues(2_026, 1_500).filter(({ type, said, value }) => {
      const reading = readValue(said, { type: type as ValueType }, LONDON);
      const read = reading ? [reading.value, ...reading.others] : [];
      const wanted = JSON.stringify(type === 'phone' ? (value as { digits: string }).digits : value);
      // Numbers of London without their country.
      return !read.some((one) => JSON.stringify(one).replace('"+44', '"0') === wanted);
    });
    expect(wrong.length).toBeLessThanOrEqual(1_500 * 0.005);
  });

  const hard: readonly (readonly [ValueType, string, FormValue | undefined])[] = [
    ['time', 'six, no, sorry, seven in the evening', '19:00'],
    ['time', 'a quarter to nine in the evening', '20:45'],
    ['time', 'ten at night', '22:00'],
    ['time', 'in ten minutes', '10:10'],
    ['time', 'nineteen hundred hours', '19:00'],
    ['time', 'quarter past', undefined],
    ['time', 'eleven nineteen, I am.', '11:19'],
    ['time', 'at ten forty five at M..', '10:45'],
    ['time', 'thirteen minutes passed nine in the morning', '09:13'],
    ['date', 'a week on Friday', '2026-12-04'],
    ['date', 'Friday week', '2026-12-04'],
    ['date', 'Friday the fourth', '2026-12-04'],
    ['date', 'Friday, not tomorrow', '2026-11-27'],
    ['date', 'the thirty-first of February', undefined],
    ['date', 'the twenty-ninth of February', '2028-02-29'],
    ['datetime', 'a week on Friday at noon', '2026-12-04T12:00'],
    ['datetime', 'in two hours', '2026-11-25T12:00'],
    ['duration', 'an hour and a half', 'PT1H30M'],
    ['duration', 'a year and six months', 'P1Y6M'],
    ['number', 'one hundred twenty-one thousand and six', 121_006],
    ['number', 'four two', 42],
    ['number', 'just me', 1],
    ['money', 'two grand', { amount: 2_000, currency: 'GBP' }],
    ['money', 'half a million dollars', { amount: 500_000, currency: 'USD' }],
    ['phone', "it's 555 0143, no, sorry, 0142", '5550142'],
    ['phone', 'five five five oh one four three, no, two', '5550142'],
    ['phone', 'five five', undefined],
    ['phone', 'oh two oh, seven dump a five four, six nine, thirty, eight', '+442075546938'],
    ['phone', 'O double seven, double low, one three four, trip five', '+447700134555'],
    ['phone', 'oh, seven, seven, oh, wow, eight, five, five, eight, five, seven', '+447700855857'],
    ['phone', 'oh one six one or, four nine six oh one four', '+441610496014'],
    ['email', "It's John Smith, all one word, at gmail dot com.", 'johnsmith@gmail.com'],
    ['email', 'you can reach me at anna at example dot com please', 'anna@example.com'],
    ['email', 'john at example', undefined],
    ['email', "It's you dot d e l g a d o at yahoo dot code dot you k.", 'u.delgado@yahoo.co.uk'],
    ['email', 'K. O. W. A. L. S. K. I. a blue hyphen river dot com.', 'kowalski@blue-river.com'],
    ['email', "That's are dot smith at outlook dot-com", 'r.smith@outlook.com'],
    ['email', 'kay dot smith forty-four at example dot com', 'kay.smith44@example.com'],
    ['email', 'Doc.brown@example.com', 'doc.brown@example.com'],
    ['spelled', 'M. S. and Mary, A, C as an cat', 'MAC'],
    ['spelled', 'K. S. and King, O', 'KO'],
    ['spelled', "It's them as in Mike, he is in Alpha, see as in Charlie, Ellis, in Lima", 'MACL'],
    ['spelled', 'Sierra Zulu, Alpha and Bravo, Oscar', 'SZABO'],
    ['spelled', 'K O W A L S K Y, no, I', 'KOWALSKI'],
    ['spelled', 'D O U G as in golf', 'DOUG'],
    ['spelled', 'B as in Bravo, X as in X, R, T as in Tango', 'BXT'],
    ['spelled', 'Delta, Ackle, Lena, Calf, Alpha, Delta, Oskar', 'DELGADO'],
    ['spelled', 'M as in Mike, A as in Alpha. If you add an echo, R as in Romeo', 'MAER'],
    ['spelled', "It's okay, eh, F, O, R", 'OKAFOR'],
    ['name', 'Anna Kowalsky, K-O-W-A-L-S-K-I', 'Anna Kowalski'],
    ['name', "I don't know", undefined],
    ['postcode', 'G as in golf, two, eight D P', 'G2 8DP'],
    ['yes-no', "I'm not sure", undefined],
    ['yes-no', 'why not', true],
  ];
  it.each(hard)('as a %s, "%s", is %p', (type, said, value) => {
    expect(valueOf(type, said)).toEqual(value);
  });

  it("uses the zone's date and its order of month and day", () => {
    const night = { ...NEW_YORK, nowMs: Date.parse('2026-11-26T03:00:00Z') };
    expect(valueOf('date', 'today', night)).toBe('2026-11-25');
    expect([valueOf('date', '3/4/2027', NEW_YORK), valueOf('date', '3/4/2027')]).toEqual([
      '2027-03-04',
      '2027-04-03',
    ]);
    expect(valueOf('phone', 'eight hundred five five five oh one nine nine', NEW_YORK)).toBe('+18005550199');
  });

  it('keeps both candidates when ambiguous, and the only possible one otherwise', () => {
    const time = { type: 'time' } as const;
    expect(readValue('half past seven', time, LONDON)).toEqual({ value: '07:30', others: ['19:30'] });
    expect(readValue('half past seven', { ...time, from: '17:00', until: '22:00' }, LONDON)).toEqual({
      value: '19:30',
      others: [],
    });
    expect(readValue('next Friday', { type: 'date' }, LONDON)).toEqual({
      value: '2026-12-04',
      others: ['2026-11-27'],
    });
  });

  it('matches a choice by its words or position', () => {
    const choices = ['small salad', 'large salad', 'soup'];
    const chosen = (said: string) => valueOf('choice', said, LONDON, { choices });
    expect(['the large one', 'soup please', 'the second one', 'salad'].map(chosen)).toEqual([
      'large salad',
      'soup',
      'large salad',
      undefined,
    ]);
  });

  it('is read back in groups, with weekday, letter by letter', () => {
    expect(spokenValue('phone', '5550142', LONDON)).toBe('555 0142');
    expect(spokenValue('date', '2026-12-04', LONDON)).toBe('Friday 4 December');
    expect(spokenValue('datetime', '2026-12-04T19:30', LONDON)).toBe('Friday 4 December at 7:30 pm');
    expect(spokenValue('spelled', 'SMYTH', LONDON)).toBe('S-M-Y-T-H');
    expect(spokenValue('duration', 'PT1H30M', LONDON)).toBe('1 hour and 30 minutes');
    expect(spokenValue('money', { amount: 12.5, currency: 'GBP' }, LONDON)).toBe('£12.50');
  });
});
