import type { SpokenFacts } from '../spoken/spoken-facts.js';
import { compareLanes } from './compare-lanes.js';
import { holdLane, type ReplayLane } from './replay-lane.js';
import { signTest } from '../../common/statistics/index.js';
import { ToolTape } from './tool-tape.js';

const UNTIMED = { saidUntil: undefined, cutsOff: false };
const RECORDED = {
  exchanges: [
    { ...UNTIMED, said: undefined, replies: ['Hello.'], tools: [] },
    {
      ...UNTIMED,
      said: 'A table',
      replies: ['Done.'],
      tools: [{ name: 'book', arguments: { guests: 2 }, answer: 'table seven' }],
    },
    { ...UNTIMED, said: 'Bye', replies: ['Goodbye.'], tools: [] },
  ],
};
const IN_TEXT = RECORDED.exchanges.map(({ said }) => (said === undefined ? [] : [{ say: said }]));
const lane = (deviations: string[], replies: string[]): ReplayLane => ({
  ...{ deviations, change: 0, durationMs: 0 },
  exchanges: replies.map((reply) => ({ said: 'x', replies: [reply] })),
});
const noJudge = () => Promise.resolve(undefined);

describe('tools during replay', () => {
  it('answer from the record, by name and arguments', () => {
    const tape = new ToolTape(RECORDED);
    expect(tape.answer({ name: 'book', arguments: { guests: 2 } })).toBe('table seven');
    expect([tape.missing, tape.unknown]).toEqual([[], []]);
  });

  it('fail for calls not recorded, and list recorded calls not made', () => {
    const tape = new ToolTape(RECORDED);
    expect(tape.answer({ name: 'book', arguments: { guests: 3 } })).toContain('error');
    expect(tape.unknown).toEqual(['book({"guests":3})']);
    expect(tape.missing).toEqual(['book({"guests":2})']);
    expect(new ToolTape(RECORDED, 'fixed').answer({ name: 'x', arguments: {} })).toBe('fixed');
  });
});

describe('replay lane', () => {
  const reply = (text: string, ended = false) => ({ replies: [text], toolCalls: [], ended });

  const heardAs = (heard: string, more: Partial<SpokenFacts> = {}): SpokenFacts => ({
    ...{ answeredAfterMs: 800, yieldedAfterMs: null, wasInterrupted: false, agentSpokeMs: 1_000, callMs: 0 },
    ...{ heard, wordErrorRate: 0 },
    ...more,
  });

  it('with audio notes words not understood and interruptions that differ from the record', async () => {
    const facts = [
      heardAs('uh-huh', { wasInterrupted: true }),
      heardAs('sable', { wordErrorRate: 1 }),
      heardAs('bye'),
    ];
    const line = {
      opening: { reply: reply('Hello.'), spoken: heardAs('') },
      take: () => Promise.resolve({ reply: reply('Done.'), spoken: facts.shift() ?? heardAs('') }),
      close: () => Promise.resolve(),
    };
    const recorded = new Int16Array(1);
    const part = [
      [],
      [
        { recorded, interruptAfterMs: 300 },
        { recorded, say: 'A table' },
      ],
      [{ recorded, say: 'Bye', interruptAfterMs: 300 }],
    ];
    const exchanges = RECORDED.exchanges.map((exchange) => ({
      ...exchange,
      cutsOff: exchange.said === 'Bye',
    }));
    const nothing = { missing: [], unknown: [] };
    const held = await holdLane(line, { exchanges }, part, nothing, () => 0);
    expect(held.deviations).toEqual([
      'did not understand "A table"',
      'stopped for "A table"',
      'spoke on over "Bye"',
    ]);
    expect(held.exchanges[1]).toEqual({
      said: 'A table',
      replies: ['Done.', 'Done.'],
      heard: 'uh-huh sable',
      atMs: 0,
    });
    expect(held.times).toEqual({ answeredAfterMs: 800, spokeMs: 4_000, interruptions: 1 });
  });

  it("plays the caller's words and notes differences", async () => {
    const said: unknown[] = [];
    const line = {
      opening: { reply: reply('Hello.') },
      take: ({ say }: { say?: string }) => {
        said.push(say);
        return Promise.resolve({ reply: reply('Done.', true) });
      },
      close: () => Promise.resolve(),
    };
    const held = await holdLane(line, RECORDED, IN_TEXT, new ToolTape(RECORDED), () => 0);
    expect(said).toEqual(['A table']);
    expect(held).toMatchObject({
      deviations: ['hung up earlier', 'did not call book({"guests":2})'],
      change: 0,
    });
  });
});

describe('two replay lanes', () => {
  it('are equal when both differ from the record alike', async () => {
    const compared = await compareLanes(
      lane(['did not call x'], ['a']),
      lane(['did not call x'], ['a']),
      noJudge,
    );
    expect(compared).toEqual({ verdict: 'same', reasons: [] });
  });

  it('show the differences of only one lane as worse or better', async () => {
    const [good, bad] = [lane([], ['a']), lane(['hung up earlier'], ['b'])];
    expect(await compareLanes(good, bad, noJudge)).toEqual({
      verdict: 'worse',
      reasons: ['hung up earlier'],
    });
    expect((await compareLanes(bad, good, noJudge)).verdict).toBe('better');
  });

  it('are judged when only the wording differs, and equal without a judge', async () => {
    const prefers = (whom: 'baseline' | 'candidate' | 'neither') => () =>
      Promise.resolve({ prefers: whom, reason: 'Because.' });
    const verdict = async (whom: 'baseline' | 'candidate' | 'neither') =>
      (await compareLanes(lane([], ['a']), lane([], ['b']), prefers(whom))).verdict;
    expect([await verdict('baseline'), await verdict('candidate'), await verdict('neither')]).toEqual([
      ...['worse', 'better', 'same'],
    ]);
    expect((await compareLanes(lane([], ['a']), lane([], ['b']), noJudge)).verdict).toBe('same');
  });

  const timed = (answeredAfterMs: number | null, spokeMs: number, words = 'Yes.'): ReplayLane => ({
    ...lane([], [words]),
    times: { answeredAfterMs, spokeMs, interruptions: 0 },
  });

  it.each([
    ['later', timed(1_500, 1_000), 'worse', 'answers after 1500 ms instead of 900 ms'],
    ['sooner', timed(300, 1_000), 'better', 'answers after 300 ms instead of 900 ms'],
    ['at about the same time', timed(1_300, 1_100), 'same', undefined],
    ['never', timed(null, 1_000), 'same', undefined],
    ['the same more slowly', timed(900, 1_400), 'worse', 'says the same in 1.4 s instead of 1.0 s'],
    ['something longer', timed(900, 1_400, 'Yes, indeed.'), 'same', 'The words differ; no judge was asked.'],
  ] as const)('compare what the caller hears: it answers %s', async (_how, candidate, verdict, reason) => {
    const compared = await compareLanes(timed(900, 1_000), candidate, noJudge);
    expect(compared).toEqual({ verdict, reasons: reason === undefined ? [] : [reason] });
  });
});

describe('sign test', () => {
  it.each([
    [0, 0, 1],
    [0, 1, 1],
    [0, 6, 0.03125],
    [8, 2, 0.109375],
    [5, 5, 1],
  ])('for %d better and %d worse gives p = %d', (better, worse, p) =>
    expect(signTest(better, worse)).toBeCloseTo(p, 9),
  );
});
