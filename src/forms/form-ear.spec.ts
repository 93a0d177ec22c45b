import { NOW_MS } from '../../test/support/said-values.js';
import { answerForm, beginForm } from './form-engine.js';
import { FormEar, type HeardReading } from './form-ear.js';
import type { Form } from './form.js';
import type { FormState } from './form-state.js';
import type { ValueContext } from './values/index.js';

const CONTEXT: ValueContext = { nowMs: NOW_MS, timeZone: 'Europe/London', country: 'GB' };
const CODE: Form = { name: 'code', fields: [{ name: 'code', type: 'spelled', ask: 'Please spell it.' }] };
const PHONE: Form = { name: 'phone', fields: [{ name: 'phone', type: 'phone', ask: 'Which number?' }] };
const asked = (form: Form): FormState => beginForm(form, '', CONTEXT).state;

type Told = string | readonly [string, number];

/** Equally likely by default. */
const readings = (...texts: readonly Told[]): HeardReading[] =>
  texts.map((one) => {
    const [text, logLikelihood] = typeof one === 'string' ? [one, 0] : one;
    return { text, logLikelihood };
  });

describe('FormEar', () => {
  it('picks the value shared by most readings, in any spelling', () => {
    const heard = readings(['P-A-T', 0.3], 'B-A-T', 'b a t', 'B as in boy, A, T');
    const text = new FormEar().likeliest(CODE, asked(CODE), heard, CONTEXT) ?? '';
    expect(answerForm(CODE, asked(CODE), { text }, CONTEXT).state.values).toEqual({ code: 'BAT' });
  });

  it('prefers a valid national number to one that is a digit short', () => {
    const heard = readings(
      ['oh two oh seven nine four six oh nine five', 1],
      'oh two oh seven nine four six oh nine five eight',
    );
    expect(new FormEar().likeliest(PHONE, asked(PHONE), heard, CONTEXT)).toMatch(/eight$/);
  });

  it('prefers a likely reading to a value that several unlikely ones share', () => {
    const form: Form = { name: 'day', fields: [{ name: 'day', type: 'date', ask: 'When?' }] };
    const heard = readings(
      ['A week on Monday.', 2.6],
      ['Oh, we come Monday.', 0.9],
      ['Oh, we can Monday.', -0.3],
    );
    expect(new FormEar().likeliest(form, asked(form), heard, CONTEXT)).toBe('A week on Monday.');
  });

  it('returns nothing when no reading fits the form', () => {
    expect(
      new FormEar().likeliest(PHONE, asked(PHONE), readings('well', 'hmm, let me see'), CONTEXT),
    ).toBeUndefined();
    expect(new FormEar().likeliest(PHONE, asked(PHONE), [], CONTEXT)).toBeUndefined();
  });

  it('excludes values the caller denied', () => {
    const ear = new FormEar();
    const say = (state: FormState, ...heard: readonly Told[]) => {
      const text = ear.likeliest(CODE, state, readings(...heard), CONTEXT) ?? '';
      return ear.answer(CODE, state, { text }, CONTEXT).state;
    };
    const first = say(asked(CODE), ['P-A-T', 3], 'B-A-T');
    expect(first.values).toEqual({ code: 'PAT' });
    const denied = say(first, 'no');
    expect(say(denied, ['P-A-T', 3], 'B-A-T').values).toEqual({ code: 'BAT' });
  });

  it('asks when another value is almost as likely', () => {
    const ear = new FormEar();
    const state = asked(CODE);
    const text = ear.likeliest(CODE, state, readings(['P-A-T', 0.1], 'B-A-T'), CONTEXT) ?? '';
    expect(ear.answer(CODE, state, { text }, CONTEXT).say).toEqual(['Do you mean P-A-T or B-A-T?']);
    expect(ear.answer(CODE, state, { text }, CONTEXT).say).toEqual(['I have P-A-T. Is that right?']);
  });
});
