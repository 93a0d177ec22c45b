import { isDeepStrictEqual } from 'node:util';
import { BOOKED, BOOKING, CORRECTIONS } from '../../test/support/form-corrections.js';
import { CORRECTED_BOOKINGS, CORRECTED_VISITS, VISIT, VISITED } from '../../test/support/said-corrections.js';
import { BookingCaller, randomOf } from '../../test/support/said-booking.js';
import { NOW_MS } from '../../test/support/said-values.js';
import { answerForm, beginForm } from './form-engine.js';
import type { Form } from './form.js';
import { reopened } from './tool-answer.js';
import type { FormState, FormStep } from './form-state.js';
import type { ValueContext } from './values/index.js';

const CONTEXT: ValueContext = { nowMs: NOW_MS, timeZone: 'Europe/London', country: 'GB' };
const EMAIL: Form = {
  name: 'mail',
  fields: [{ name: 'email', type: 'email', ask: 'What is your address?' }],
};

/** Of the review, with all values of the booking. */
const REVIEWED: FormState = {
  form: BOOKING.name,
  values: BOOKED,
  said: Object.keys(BOOKED),
  confirmed: ['phone'],
  skipped: ['notes'],
  asked: { review: 1 },
  doubts: {},
  halves: {},
  step: { kind: 'review' },
};

function talk(form: Form, first: string, ...rest: readonly string[]): FormStep {
  return rest.reduce(
    (step, text) => (step.outcome === 'open' ? answerForm(form, step.state, { text }, CONTEXT) : step),
    beginForm(form, first, CONTEXT),
  );
}

describe('FormEngine', () => {
  it('reads the beginning of the longest texts, however they repeat themselves', () => {
    for (const said of ["let's just ", 'no ', 'not a ', "it's "]) {
      const step = talk(EMAIL, 'Hello.', said.repeat(200));
      expect(step.isLost).toBe(true);
    }
    const address = 'my address is ada@example.com';
    expect(talk(EMAIL, `${address}, ${'and so on '.repeat(200)}`).state.values).toEqual({
      email: 'ada@example.com',
    });
    expect(talk(EMAIL, `${'and so on '.repeat(200)}, ${address}`).state.values).toEqual({});
    const spelled = 'K as in kilo, O as in Oscar, W as in whiskey, '.repeat(8);
    const { values } = talk(EMAIL, 'Hello.', `${spelled} at example dot com`).state;
    expect(values).toEqual({ email: `${'kow'.repeat(8)}@example.com` });
  });

  it('takes a free text as a whole', () => {
    const form: Form = { name: 'note', fields: [{ name: 'note', type: 'text', ask: 'What is it about?' }] };
    const said = `No, sorry, the ${'very '.repeat(300)}long story`;
    expect(talk(form, 'Hello.', said).state.values).toEqual({ note: said });
  });

  const corrections = CORRECTIONS.map(([text, field, value]) => ({ text, field, value }));
  it.each(corrections)('corrects a value in its review by "$text": $field', ({ text, field, value }) => {
    const { [field]: _old, ...others } = BOOKED;
    const { state, outcome } = answerForm(BOOKING, REVIEWED, { text }, CONTEXT);
    expect([outcome, state.values]).toEqual([
      'open',
      value === undefined ? others : { ...others, [field]: value },
    ]);
  });

  /** All values before the field that is asked for, or all. */
  function filled({ name: form, fields }: Form, all: FormState['values'], asked: string): FormState {
    const isReview = asked === 'review';
    const before = isReview
      ? fields
      : fields.slice(
          0,
          fields.findIndex(({ name }) => name === asked),
        );
    const said = before.map(({ name }) => name).filter((name) => name in all);
    const values = Object.fromEntries(Object.entries(all).filter(([name]) => said.includes(name)));
    return {
      ...{ ...REVIEWED, form, values, said, confirmed: said },
      skipped: isReview ? fields.map(({ name }) => name).filter((name) => !(name in all)) : [],
      step: isReview ? { kind: 'review' } : { kind: 'ask', field: asked },
    };
  }

  it.each([
    [BOOKING, BOOKED, CORRECTED_BOOKINGS],
    [VISIT, VISITED, CORRECTED_VISITS],
  ])(
    'corrects the right value while another one is asked for, and in the review',
    (form, all, corrections) => {
      const wrong = Object.entries(corrections).flatMap(([asked, said]) =>
        said.filter(([text, field, value]) => {
          const state = filled(form, all, asked);
          const { [field]: _old, ...others } = state.values;
          const wanted = value === undefined ? others : { ...others, [field]: value };
          const { values } = answerForm(form, state, { text }, CONTEXT).state;
          return !isDeepStrictEqual(values, wanted);
        }),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('reads several values from a sentence and asks only for the missing ones', () => {
    const { state, say } = talk(BOOKING, 'a table for two tomorrow at half past seven');
    expect(state.values).toEqual({ people: 2, date: '2026-11-26', time: '19:30' });
    expect(say).toEqual(['Thursday 26 November, 7:30 pm.', 'What name is it under?']);
    const roughly = talk(BOOKING, "hi, I'd like to reserve a table for four tomorrow around eight");
    expect(roughly.state.values).toEqual({ people: 4, date: '2026-11-26', time: '20:00' });
    const guests = talk(BOOKING, 'a table tomorrow for about eight');
    expect(guests.state.values).not.toHaveProperty('time');
  });

  it('completes only after the caller has confirmed every value', () => {
    const said = ['book', 'two', 'Friday', 'eight', 'Anna Miller', '555 0142', 'yes', 'no thanks'] as const;
    const review = talk(BOOKING, ...said);
    expect(review.outcome).toBe('open');
    expect(review.say.at(-1)).toBe(
      "So that's people: 2, date: Friday 27 November, time: 8 pm, name: Anna Miller, phone: 555 0142, notes: no thanks. Is that right?",
    );
    expect(talk(BOOKING, ...said, 'yes').outcome).toBe('completed');
    expect(talk(BOOKING, ...said, 'hmm', 'what').outcome).toBe('open');
  });

  it('completes with what 100 generated callers want, half of whom change their minds', () => {
    const table: Form = {
      name: 'table',
      fields: BOOKING.fields.slice(0, -1).map((field) => ({ ...field, from: '09:00' })),
      review:
        'A table for {{form.people}} on {{form.date}} at {{form.time}}, for {{form.name}}. Is that right?',
    };
    const context = { ...CONTEXT, country: 'US' };
    for (let seed = 0; seed < 100; seed++) {
      const caller = new BookingCaller(randomOf(7_919 * seed), NOW_MS);
      let step = beginForm(table, caller.begins(), context);
      for (let turns = 0; turns < 20 && step.outcome === 'open'; turns++) {
        const text = caller.answers(step.say.join(' ')) ?? '';
        step = answerForm(table, step.state, { text }, context);
      }
      expect([seed, step.outcome, step.state.values]).toEqual([seed, 'completed', caller.wish]);
    }
  });

  it('reads back error-prone values at once, and corrects a number by its last digits', () => {
    const asked = talk(BOOKING, 'book', 'two', 'Friday', 'eight', 'Anna Miller', '555 0142');
    expect(asked.say.at(-1)).toBe('I have 555 0142. Is that right?');
    expect(answerForm(BOOKING, asked.state, { text: 'no, 0143' }, CONTEXT).say).toEqual([
      'I have 555 0143. Is that right?',
    ]);
    expect(answerForm(BOOKING, asked.state, { text: 'no' }, CONTEXT).say).toEqual([
      'Sorry.',
      'What is your phone number?',
    ]);
  });

  it('confirms an address by its letters, and asks for them once it was misheard', () => {
    const said = ['mail', 'john dot smith at northwind dot net'] as const;
    expect(talk(EMAIL, ...said).say).toEqual([
      'I have J-O-H-N dot S-M-I-T-H at N-O-R-T-H-W-I-N-D dot net. Is that right?',
    ]);
    const denied = talk(EMAIL, ...said, 'no');
    expect(denied.say).toEqual([
      'Sorry.',
      'Please spell the part before "at northwind.net", letter by letter.',
    ]);
    const answers = [
      ['J. O. N. dot S. M. Y. T. H.', 'jon.smyth@northwind.net'],
      ['Juliet Oscar November', 'jon@northwind.net'],
      ['J O N at gmail dot com', 'jon@gmail.com'],
    ] as const;
    for (const [text, email] of answers)
      expect(answerForm(EMAIL, denied.state, { text }, CONTEXT).state.values).toEqual({ email });
    expect(answerForm(EMAIL, denied.state, { text: 'pardon' }, CONTEXT).say).toEqual(denied.say.slice(1));
    expect(talk(EMAIL, ...said, 'no', 'J. O. N.', 'no').say.at(-1)).toBe(
      'Please spell the address, letter by letter.',
    );
  });

  it('asks for the letters of a name that was misheard', () => {
    const wrong = answerForm(BOOKING, REVIEWED, { text: 'the name is wrong' }, CONTEXT);
    expect(wrong.say).toEqual(['Please spell the name, letter by letter.']);
    const spelled = answerForm(BOOKING, wrong.state, { text: 'M. I. L. N. E. R.' }, CONTEXT);
    expect(spelled.state.values).toEqual({ ...BOOKED, name: 'Milner' });
  });

  it('continues without a value that is denied three times, if the form says so', () => {
    const form: Form = { ...EMAIL, unanswered: 'skip' };
    const said = ['john at example dot com', 'no', 'J. O. N.', 'no', 'J. O. H. N. at example dot com', 'no'];
    const { state } = talk(form, 'mail', ...said);
    expect([state.values, state.skipped]).toEqual([{}, ['email']]);
  });

  it('asks which of two days or times is correct', () => {
    const asked = talk(BOOKING, 'book', 'two', 'next Friday');
    expect(asked.say).toEqual(['Do you mean Friday 4 December or Friday 27 November?']);
    expect(answerForm(BOOKING, asked.state, { text: 'the fourth' }, CONTEXT).state.values).toMatchObject({
      date: '2026-12-04',
    });
    expect(answerForm(BOOKING, asked.state, { text: 'the second one' }, CONTEXT).state.values).toMatchObject({
      date: '2026-11-27',
    });
  });

  it('asks for a value at most three times, then skips, transfers or leaves per the form', () => {
    const mumbled = ['book', 'mumble', 'mumble', 'mumble'] as const;
    expect(talk(BOOKING, ...mumbled).outcome).toBe('left');
    expect(talk({ ...BOOKING, unanswered: 'transfer' }, ...mumbled).outcome).toBe('transfer');
    const skipped = talk({ ...BOOKING, unanswered: 'skip' }, ...mumbled);
    expect([skipped.outcome, skipped.state.skipped, skipped.say.at(-1)]).toEqual([
      'open',
      ['people'],
      'On which day?',
    ]);
  });

  it('ends after a bounded number of turns for any nonsense', () => {
    for (const nonsense of ['mumble', 'what', 'no', 'start over', 'yes', 'maybe', '7', 'next Friday']) {
      for (const form of [BOOKING, EMAIL]) {
        const turns = Array.from({ length: 60 }, () => nonsense);
        expect([nonsense, talk(form, 'book', ...turns).outcome]).not.toEqual([nonsense, 'open']);
      }
    }
  });

  it.each([
    ['never mind', 'cancelled'],
    ['cancel that please', 'cancelled'],
    ['can I speak to a person', 'transfer'],
  ])('can be left at any time: "%s"', (text, outcome) => {
    expect(talk(BOOKING, 'book', text).outcome).toBe(outcome);
    expect(answerForm(BOOKING, REVIEWED, { text }, CONTEXT).outcome).toBe(outcome);
  });

  it('starts over without the earlier values', () => {
    const { state, say } = answerForm(BOOKING, REVIEWED, { text: "let's start over" }, CONTEXT);
    expect([state.values, say]).toEqual([{}, ['All right, from the beginning.', 'For how many people?']]);
  });

  it('accepts digits by DTMF, with 1 and 2 for yes and no', () => {
    const asked = talk(BOOKING, 'book');
    expect(answerForm(BOOKING, asked.state, { text: '', keys: '4#' }, CONTEXT).state.values).toEqual({
      people: 4,
    });
    expect(answerForm(BOOKING, REVIEWED, { text: '', keys: '1' }, CONTEXT).outcome).toBe('completed');
    expect(answerForm(BOOKING, REVIEWED, { text: '', keys: '2' }, CONTEXT).say).toEqual([
      'What should I change?',
    ]);
  });

  it('rejects a time outside opening hours and lists them', () => {
    const { say, state } = talk(BOOKING, 'book', 'two', 'Friday', '11 pm');
    expect(state.values).not.toHaveProperty('time');
    expect(say[0]).toBe('It has to be between noon and 10 pm.');
  });

  it('accepts a name offered while another value is asked for', () => {
    for (const before of [
      ['book', 'two', 'Friday'],
      ['book', 'my number is 5550142'],
    ]) {
      const [first = '', ...rest] = before;
      const { state, outcome } = talk(BOOKING, first, ...rest, "It's Maria Fernandez.");
      expect([outcome, state.values]).toEqual(['open', expect.objectContaining({ name: 'Maria Fernandez' })]);
    }
    for (const text of ["it's for the garden please", "It's Friday", "I'm not sure", "it's quite late"])
      expect(talk(BOOKING, 'book', 'two', text).state.values).not.toHaveProperty('name');
  });

  it('accepts only a yes or the repeated value as confirmation', () => {
    const said = ['book', 'two', 'Friday', 'eight', 'Anna Miller', '555 0142'] as const;
    for (const text of ['hmm', 'what a day', 'hello?', "I don't know"])
      expect(talk(BOOKING, ...said, text).state.confirmed).toEqual([]);
    for (const text of ['yes', 'correct', 'five five five oh one four two'])
      expect(talk(BOOKING, ...said, text).state.confirmed).toEqual(['phone']);
  });

  it('accepts any number of corrections within a limit', () => {
    const corrections = [
      'no, for three',
      'no, at nine',
      'make that Saturday',
      'no, for four',
      'no, at eight',
    ];
    const corrected = corrections.reduce<FormStep>(
      ({ state }, text) => answerForm(BOOKING, state, { text }, CONTEXT),
      { state: REVIEWED, say: [], outcome: 'open' },
    );
    expect([corrected.outcome, corrected.state.values]).toEqual([
      'open',
      { ...BOOKED, people: 4, date: '2026-11-28', time: '20:00' },
    ]);
    const endless = Array.from(
      { length: 40 },
      (_one, index) => `no, for ${index % 2 === 0 ? 'three' : 'four'}`,
    );
    expect(talk(BOOKING, 'book', 'two', ...endless).outcome).toBe('left');
  });

  it('asks again for values its tool rejects and reads everything back', () => {
    const answer = '{"ask":["time"],"say":"We are full at that hour."}';
    const step = reopened(BOOKING, { ...REVIEWED, confirmed: Object.keys(BOOKED) }, answer, CONTEXT);
    if (typeof step !== 'object') throw new Error('The time is a field');
    expect(step.say).toEqual(['We are full at that hour.', 'At what time?']);
    const again = answerForm(BOOKING, step.state, { text: 'at nine' }, CONTEXT);
    expect([again.outcome, again.state.values]).toEqual(['open', { ...BOOKED, time: '21:00' }]);
    expect(answerForm(BOOKING, again.state, { text: 'yes' }, CONTEXT).outcome).toBe('completed');
    expect(reopened(BOOKING, REVIEWED, '{"ok":true}', CONTEXT)).toBeUndefined();
    expect(reopened(BOOKING, REVIEWED, 'booked', CONTEXT)).toBeUndefined();
    expect(reopened(BOOKING, REVIEWED, '{"ask":["hour"]}', CONTEXT)).toBe('refused');
  });

  it('asks for the missing half of a day and time', () => {
    const form: Form = { name: 'visit', fields: [{ name: 'at', type: 'datetime', ask: 'When?' }] };
    expect(talk(form, 'visit', 'on Friday').say).toEqual(['At what time?']);
    expect(talk(form, 'visit', 'on Friday', 'three pm').state.values).toEqual({ at: '2026-11-27T15:00' });
    expect(talk(form, 'visit', 'at three pm', 'on Friday').state.values).toEqual({ at: '2026-11-27T15:00' });
  });
});
