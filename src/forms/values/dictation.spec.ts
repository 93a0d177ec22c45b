import { type EndOfDictation, endOfDictation } from './dictation.js';
import type { ValueContext, ValueType } from './value-types.js';

const LONDON: ValueContext = { nowMs: 0, timeZone: 'Europe/London', country: 'GB' };
const NEW_YORK: ValueContext = { nowMs: 0, timeZone: 'America/New_York', country: 'US' };

const PAUSES: readonly (readonly [ValueType, string, EndOfDictation, ValueContext?])[] = [
  ['phone', 'Oh two oh, seven nine', 'open'],
  ['phone', '0207 9460', 'open'],
  ['phone', 'oh two oh seven nine four six double', 'open'],
  ['phone', 'oh two oh, seven nine four six, oh nine five eight', 'complete'],
  ['phone', 'My number is 617-880', 'open', NEW_YORK],
  ['phone', '617-880-3341', 'complete', NEW_YORK],
  ['phone', 'plus four four', 'open', NEW_YORK],
  ['phone', '+44 20 7946 0958.', 'complete', NEW_YORK],
  ['phone', 'I have none', undefined],
  ['email', 'john dot smith', 'open'],
  ['email', 'john at example', 'open'],
  ['email', 'john at example dot', 'open'],
  ['email', 'john at example dot co', 'open'],
  ['email', 'john at example dot co dot uk', 'complete'],
  ['email', 'John.smith@example.com.', 'complete'],
  ['spelled', 'K-O-W', 'open'],
  ['spelled', 'B as in', 'open'],
  ['spelled', 'Kilo Oscar', undefined],
  ['name', 'Kowalski, K-O', 'open'],
  ['name', 'Anna Kowalski', undefined],
  ['postcode', 'S W one', 'open'],
  ['postcode', 'SW1A 1AA', 'complete'],
  ['postcode', '90210', undefined, NEW_YORK],
  ['number', 'three hundred and', 'open'],
  ['number', 'three hundred and five', undefined],
  ['date', 'Friday the', 'open'],
  ['date', 'the fourth of December', undefined],
  ['time', 'half past', 'open'],
  ['time', '', undefined],
];

describe('pause while dictating a value', () => {
  it.each(PAUSES.map(([type, said, end, context = LONDON]) => ({ type, said, end, context })))(
    '$type, "$said": $end',
    ({ type, said, end, context }) => expect(endOfDictation(said, { type }, context)).toBe(end),
  );
});
