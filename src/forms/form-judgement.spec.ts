import { answerForm, beginForm } from './form-engine.js';
import { endOfAnswer } from './form-judgement.js';
import type { Form } from './form.js';
import type { EndOfDictation, ValueContext, ValueType } from './values/index.js';

const CONTEXT: ValueContext = { nowMs: 0, timeZone: 'Europe/London', country: 'GB' };

/** A type, earlier answers, and what is said so far. */
const PAUSES: readonly (readonly [ValueType, readonly string[], string, EndOfDictation])[] = [
  ['phone', [], 'it is oh two oh', 'open'],
  ['phone', ['oh two oh seven nine four six oh nine five eight'], 'no, oh two oh', 'open'],
  ['phone', ['oh two oh seven nine four six oh nine five eight'], 'no, oh nine five nine', undefined],
  ['phone', ['oh two oh seven nine four six oh nine five eight'], 'no', undefined],
  ['phone', ['oh two oh seven nine four six oh nine five eight'], 'yes', 'complete'],
  ['email', ['john at example dot com'], 'no, it is J. O.', 'open'],
  ['email', ['john at example dot com'], 'no, it is J. O. N. at example dot com', 'complete'],
  ['email', ['john at example dot com', 'no'], 'J. O.', 'open'],
  ['email', ['john at example dot com', 'no'], 'I have none', undefined],
  ['spelled', ['K O W'], 'no, K. O.', 'open'],
  ['spelled', ['K O W'], "no, that's wrong", undefined],
];

describe('pause in an answer', () => {
  it.each(PAUSES.map(([type, before, said, end]) => ({ type, before, said, end })))(
    '$type after $before, "$said": $end',
    ({ type, before, said, end }) => {
      const form: Form = { name: 'one', fields: [{ name: 'value', type, ask: 'Which?' }] };
      const { state } = before.reduce(
        (step, text) => answerForm(form, step.state, { text }, CONTEXT),
        beginForm(form, '', CONTEXT),
      );
      expect(endOfAnswer(form, state, said, CONTEXT)).toBe(end);
    },
  );
});
