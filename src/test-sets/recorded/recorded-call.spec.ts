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

describe('recorded conversation', () => {
  it("contains the caller's words and the agent's actions", () => {
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

  it('is undefined without stored words or caller speech', () => {
    expect(recordedCall({ turns: [...TURNS, turn('6', 'agent', null)], events: [] })).toBeUndefined();
    expect(recordedCall({ turns: TURNS.slice(0, 1), events: [] })).toBeUndefined();
  });

  it('produces a valid draft test case', () => {
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

  it('produces a draft within the limits of test cases for any length', () => {
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
