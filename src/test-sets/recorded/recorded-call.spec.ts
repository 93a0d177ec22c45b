import { TestCaseBodySchema } from '../script/test-script.js';
import { Value } from '@sinclair/typebox/value';
import { draftCase } from './draft-case.js';
import { recordedCall } from './recorded-call.js';

const AT = new Date(0);
const turn = (id: string, speaker: string, text: string | null, interrupted = false) => ({
  ...{ id, speaker, text, interrupted },
  ...{ startedAt: AT, endedAt: new Date(Number(id) * 1_000) },
});
const second = (at: number) => new Date(at * 1_000);
const tool = (turnId: string, name: string, given: string, answer: string) => ({
  kind: 'tool-call',
  details: { turnId, name, outcome: 'ok', arguments: given, answer },
});

const TURNS = [
  turn('1', 'agent', 'Hello.', true),
  turn('2', 'caller', 'A table,'),
  turn('3', 'caller', 'please.'),
  turn('4', 'agent', 'Done: seven.'),
  turn('5', 'caller', 'Bye'),
];
const EVENTS = [{ kind: 'fault', details: {} }, tool('4', 'book_table', '{"guests":2}', 'table seven')];

describe('a recorded conversation', () => {
  it('is what the caller said, and what the agent did upon it', () => {
    expect(recordedCall({ turns: TURNS, events: EVENTS })?.exchanges).toEqual([
      { said: undefined, saidUntil: undefined, cutsOff: false, replies: ['Hello.'], tools: [] },
      {
        ...{ said: 'A table, please.', saidUntil: second(3), cutsOff: true },
        replies: ['Done: seven.'],
        tools: [{ name: 'book_table', arguments: { guests: 2 }, answer: 'table seven' }],
      },
      { said: 'Bye', saidUntil: second(5), cutsOff: false, replies: [], tools: [] },
    ]);
  });

  it('is none where the words were not kept, or the caller said nothing', () => {
    expect(recordedCall({ turns: [...TURNS, turn('6', 'agent', null)], events: [] })).toBeUndefined();
    expect(recordedCall({ turns: TURNS.slice(0, 1), events: [] })).toBeUndefined();
  });

  it('makes a draft of a case that the schema takes', () => {
    const call = recordedCall({ turns: TURNS, events: EVENTS });
    const draft = draftCase('From a call', call ?? { exchanges: [] });
    expect(Value.Check(TestCaseBodySchema, draft)).toBe(true);
    expect(draft).toMatchObject({
      turns: [
        { expect: [] },
        {
          say: 'A table, please.',
          expect: [
            { kind: 'tool-called', name: 'book_table', arguments: { guests: 2 } },
            { kind: 'judged', criterion: expect.stringContaining('Done: seven.') },
          ],
        },
        { say: 'Bye', expect: [] },
      ],
      toolAnswers: { book_table: 'table seven' },
    });
  });

  it('makes a draft within the limits of cases, however long it was', () => {
    const long = Array.from({ length: 200 }, (_, at) =>
      turn(String(at), at % 2 ? 'caller' : 'agent', 'x'.repeat(5_000)),
    );
    const call = recordedCall({
      turns: long,
      events: [tool('2', 'y'.repeat(90), 'cut {', 'z'.repeat(20_000))],
    });
    const draft = draftCase('n'.repeat(300), call ?? { exchanges: [] });
    expect(Value.Check(TestCaseBodySchema, draft)).toBe(true);
  });
});
