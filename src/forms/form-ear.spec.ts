import { NOW_MS } from '../../test/support/said-values.js';
import { answerForm, beginForm } from './form-engine.js';
import { FormEar, type HeardReading } from './form-ear.js';
import { addressesOf, heardParts } from './heard-address.js';
import type { Form } from './form.js';
import type { FormState } from './form-state.js';
import type { ValueContext } from './values/index.js';

const CONTEXT: ValueContext = { nowMs: NOW_MS, timeZone: 'Europe/London', country: 'GB' };
const CODE: Form = { name: 'code', fields: [{ name: 'code', type: 'spelled', ask: 'Please spell it.' }] };
const PHONE: Form = { name: 'phone', fields: [{ name: 'phone', type: 'phone', ask: 'Which number?' }] };
const MAIL: Form = { name: 'mail', fields: [{ name: 'mail', type: 'email', ask: 'What is your address?' }] };
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
    const heard = readings(['P-Q-T', 0.3], 'B-Q-T', 'b q t', 'B as in boy, Q, T');
    const text = new FormEar().likeliest(CODE, asked(CODE), heard, CONTEXT) ?? '';
    expect(answerForm(CODE, asked(CODE), { text }, CONTEXT).state.values).toEqual({ code: 'BQT' });
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
    const first = say(asked(CODE), ['P-Q-T', 6], 'B-Q-T');
    expect(first.values).toEqual({ code: 'PQT' });
    const denied = say(first, 'no');
    expect(say(denied, ['P-Q-T', 6], 'B-Q-T').values).toEqual({ code: 'BQT' });
  });

  describe('addresses', () => {
    const conversation = () => {
      const ear = new FormEar();
      let state = asked(MAIL);
      return (...heard: readonly Told[]): unknown => {
        const text = ear.likeliest(MAIL, state, readings(...heard), CONTEXT) ?? '';
        ({ state } = ear.answer(MAIL, state, { text }, CONTEXT));
        return state.values['mail'];
      };
    };

    it('combines the parts that were heard right in different turns', () => {
      const say = conversation();
      expect(
        say(['victor dot orcafe at example dot com', 1], 'victor dot orcafe at egg sample dot com'),
      ).toBe('victor.orcafe@example.com');
      expect(
        say(['no, v-i-c-c-o-r dot o-k-a-f-o-r at sample dot com', 1], 'no, v-i-c-c-o-r dot o-k-a-f-o-r at'),
      ).toBe('victor.okafor@example.com');
    });

    it('corrects the spelling of a word by its letters', () => {
      const say = conversation();
      expect(say('felix underscore read at example dot org')).toBe('felix_read@example.org');
      expect(say('no, F. E. L. I. X. underscore R. E. I. D. at')).toBe('felix_reid@example.org');
    });

    it('never suggests a denied address again', () => {
      const say = conversation();
      const said = say('Q. X. N. at example dot com');
      expect(said).toBe('qxn@example.com');
      expect(say('no', 'no, Q. X. N. at example dot com')).toBeUndefined();
      expect(say(['Q. X. N. at example dot com', 2], 'Q. X. M. at example dot com')).toBe('qxm@example.com');
    });

    it('prefers a mail provider to a similar domain, unless the caller denies it', () => {
      const say = conversation();
      expect(say('K. I. M. at I clawed dot com')).toBe('kim@icloud.com');
      expect(say('no, K. I. M. at I clawed dot com')).toBe('kim@iclawed.com');
    });

    it('suggests a dot after an initial when the address without it is wrong', () => {
      const say = conversation();
      expect(say('Q. Baxter at example dot com')).toBe('qbaxter@example.com');
      expect(say('no, Q. B. A. X. T. E. R. at example dot com')).toBe('q.baxter@example.com');
    });

    it('prefers a known name to similar letters, unless the caller denies it', () => {
      const say = conversation();
      expect(say('K. O. W. A. L. Z. K. I. at example dot com')).toBe('kowalski@example.com');
      expect(say('no, K. O. W. A. L. Z. K. I. at example dot com')).toBe('kowalzki@example.com');
    });

    it('takes the same time for any number of turns and readings', () => {
      const long = (at: number) =>
        Array.from({ length: 48 }, (_one, letter) => String.fromCharCode(97 + ((7 * at + letter) % 26)));
      const heard = Array.from({ length: 24 }, (_one, at) => ({
        text: `${long(at).join(' ')} at example dot com`,
        share: 1 / 24,
      }));
      const turn = heardParts(heard);
      if (!turn) throw new Error('The readings have letters');
      expect(turn.parts.map(({ size }) => size)).toEqual([1, 8]);
      const others = heardParts([{ text: 'k i m at example dot org', share: 1 }]);
      const all = addressesOf([...(others ? [others] : []), ...Array.from({ length: 20 }, () => turn)]);
      expect(all.size).toBe(8);
      const dotted = heardParts(
        heard.map(({ share }, at) => ({ text: `${long(at).join(' dot ')} at example dot com`, share })),
      );
      expect(addressesOf(dotted ? [dotted, dotted] : []).size).toBeLessThan(33 * 64 * 8);
    });

    it('takes a yes for a yes', () => {
      const say = conversation();
      expect(say('K. I. M. at example dot com', 'K. I. N. at example dot com')).toBe('kim@example.com');
      expect(say(["Yes, that's right.", 3], "Yes, that's R. I.")).toBe('kim@example.com');
    });
  });

  it('takes a new value for one although a shorter reading would only deny the old one', () => {
    const ear = new FormEar();
    const say = (state: FormState, ...heard: readonly Told[]) => {
      const text = ear.likeliest(CODE, state, readings(...heard), CONTEXT) ?? '';
      return ear.answer(CODE, state, { text }, CONTEXT).state;
    };
    const first = say(asked(CODE), 'F, O, R');
    const second = say(first, ["No, it's Oscar, kilo, alpha, foxtrot, Oscar, Romeo.", 4], "No, it's Oscar.");
    expect(second.values).toEqual({ code: 'OKAFOR' });
  });

  it('asks when another value is almost as likely', () => {
    const ear = new FormEar();
    const state = asked(CODE);
    const text = ear.likeliest(CODE, state, readings(['P-Q-T', 0.1], 'B-Q-T'), CONTEXT) ?? '';
    expect(ear.answer(CODE, state, { text }, CONTEXT).say).toEqual(['Do you mean P-Q-T or B-Q-T?']);
    expect(ear.answer(CODE, state, { text }, CONTEXT).say).toEqual(['I have P-Q-T. Is that right?']);
  });
});
