import type { AgentDocument } from '../agent-document/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import { FormTool } from './form-tool.js';
import type { ToolResult } from './tool-call.js';

/** Wednesday in London, 10 am. */
const NOW_MS = Date.parse('2026-11-25T10:00:00Z');
const AGENT: AgentDocument = {
  schemaVersion: 1,
  languageCode: 'en-GB',
  timeZone: 'Europe/London',
  forms: [
    {
      name: 'table',
      when: ['book a table'],
      fields: [
        { name: 'people', type: 'number', ask: 'For how many?' },
        { name: 'day', type: 'date', ask: 'On which day?' },
        { name: 'phone', type: 'phone', ask: 'What is your number?' },
        { name: 'notes', type: 'text', ask: 'Anything else?', optional: true },
      ],
      then: { tool: 'book', say: 'Booked for {{form.day}}.', failed: 'It is not booked.' },
    },
  ],
};

function talk(answers: readonly ToolResult[] = [{ output: 'ok' }], earlier?: { form: unknown }) {
  const events: AgentEvent[] = [];
  const done: string[] = [];
  const tool = FormTool.of({
    agent: AGENT,
    nowMs: () => NOW_MS,
    emit: (event) => events.push(event),
    earlier: earlier && { entries: [], ...earlier },
  });
  if (!tool) throw new Error('The document has a form');
  const act = (name: string, argumentsText: string) => {
    done.push(`${name} ${argumentsText}`);
    return Promise.resolve(answers[done.length - 1] ?? { output: 'ok' });
  };
  /** A caller turn with these model arguments. */
  const turn = async (given: object) => {
    tool.callerSpoke();
    return await give(given);
  };
  const give = async (given: object) => {
    const { outcome } = await tool.run({ form: 'table', ...given }, act);
    return outcome.kind === 'ok' ? (JSON.parse(outcome.output) as Record<string, unknown>) : outcome.output;
  };
  const forms = () => events.filter((event) => event.kind === 'form');
  const kept = () => events.filter((event) => event.kind === 'form-progress').at(-1)?.kept;
  return { turn, give, done, forms, kept };
}

const ALL = { people: 'two', day: 'on Friday', phone: 'five five five oh one four two' };
const BOOKED = '{"people":2,"day":"2026-11-27","phone":"5550142"}';

describe('form filled in by a model', () => {
  it('parses values, reports missing ones and read-backs, and completes once all are confirmed', async () => {
    const { turn, done, forms } = talk();
    expect(await turn({ values: { people: 'two', day: 'on Friday' } })).toEqual({
      outcome: 'open',
      say: 'Friday 27 November. What is your number?',
      filled: { people: 2, day: '2026-11-27' },
      missing: ['phone', 'notes'],
      problems: {},
    });
    expect(await turn({ values: { phone: ALL.phone } })).toMatchObject({
      say: 'I have 555 0142. Is that right?',
    });
    expect(await turn({ confirmed: true })).toMatchObject({ say: 'Anything else?' });
    expect(await turn({ skip: ['notes'] })).toMatchObject({ say: expect.stringContaining("So that's") });
    expect(done).toEqual([]);
    expect(await turn({ confirmed: true })).toEqual({
      outcome: 'done',
      say: 'Booked for Friday 27 November.',
      toolAnswer: 'ok',
    });
    expect(done).toEqual([`book ${BOOKED}`]);
    expect(forms()).toMatchObject([{ name: 'table', outcome: 'completed', values: JSON.parse(BOOKED) }]);
  });

  it('accepts ISO 8601 and E.164 values', async () => {
    const { turn } = talk();
    const values = { people: 2, day: '2026-12-04', phone: '+442079460958' };
    expect(await turn({ values })).toMatchObject({ filled: values });
  });

  it('rejects confirmation of values the caller has not heard', async () => {
    const { turn, give, done } = talk();
    await turn({ values: ALL });
    expect(await give({ confirmed: true })).toContain('has not heard it yet');
    await turn({ confirmed: true });
    await turn({ skip: ['notes'] });
    expect(await turn({ confirmed: true, values: { people: 'three' } })).toMatchObject({ outcome: 'open' });
    expect(done).toEqual([]);
    expect(await turn({ confirmed: true })).toMatchObject({ outcome: 'done' });
    expect(done).toEqual(['book {"day":"2026-11-27","phone":"5550142","people":3}']);
  });

  it('explains an invalid value and asks at most three times', async () => {
    const { turn, forms } = talk();
    expect(await turn({ values: { people: 'plenty' } })).toMatchObject({
      problems: { people: 'is no number that I understand' },
    });
    await turn({ values: { people: 'plenty' } });
    await turn({ values: { people: 'plenty' } });
    expect(await turn({ values: { people: 'plenty' } })).toMatchObject({ outcome: 'left' });
    expect(forms()).toMatchObject([{ outcome: 'left', values: {} }]);
  });

  it('counts a question once, however often the model calls before the caller hears it', async () => {
    const { give } = talk();
    for (let count = 0; count < 6; count += 1)
      expect(await give({ values: { people: 'two' } })).toMatchObject({ outcome: 'open' });
  });

  it('asks for another value when the tool requires one, and promises nothing', async () => {
    const full = { output: '{"ask":["day"],"say":"We are full on Friday."}' };
    const { turn, done, forms } = talk([full]);
    await turn({ values: ALL, skip: ['notes'] });
    await turn({ confirmed: true });
    expect(await turn({ confirmed: true })).toMatchObject({
      outcome: 'open',
      say: 'We are full on Friday. On which day?',
    });
    expect(forms()).toEqual([]);
    await turn({ values: { day: 'Saturday' } });
    expect(await turn({ confirmed: true })).toMatchObject({ outcome: 'done' });
    expect(done).toHaveLength(2);
  });

  it.each([
    ['refuses', { output: 'no', failed: 'error' }, 'It is not booked.'],
    ['was cut off', { output: '?', failed: 'unknown' }, "Sorry, I can't tell whether that worked."],
    ['wants what the form does not have', { output: '{"ask":["hour"]}' }, 'It is not booked.'],
  ] as const)('is not complete when its tool %s', async (_how, answer, say) => {
    const { turn, forms } = talk([answer]);
    await turn({ values: ALL, skip: ['notes'] });
    await turn({ confirmed: true });
    expect(await turn({ confirmed: true })).toMatchObject({ outcome: 'failed', say });
    expect(forms()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('ignores a confirmation without an open form, and unknown forms', async () => {
    const { turn, done } = talk();
    expect(await turn({ confirmed: true })).toContain('nothing was done');
    expect(await turn({ form: 'chair' })).toContain('There are: table.');
    expect(await turn({ values: 'two' })).toContain('Write "values" as an object');
    expect(done).toEqual([]);
  });

  it('can be cancelled, and resumes from an earlier conversation', async () => {
    const before = talk();
    await before.turn({ values: ALL, skip: ['notes'] });
    await before.turn({ confirmed: true });
    const { turn, done } = talk(undefined, { form: before.kept() });
    expect(await turn({ confirmed: true })).toMatchObject({ outcome: 'done' });
    expect(done).toEqual([`book ${BOOKED}`]);
    const cancelled = talk(undefined, { form: before.kept() });
    expect(await cancelled.turn({ cancel: true })).toEqual({ outcome: 'cancelled' });
    expect(cancelled.forms()).toMatchObject([{ outcome: 'cancelled' }]);
  });
});
