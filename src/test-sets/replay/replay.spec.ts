import { compareLanes } from './compare-lanes.js';
import { holdLane, type ReplayLane } from './replay-lane.js';
import { signTest } from './sign-test.js';
import { ToolTape } from './tool-tape.js';

const RECORDED = {
  exchanges: [
    { said: undefined, replies: ['Hello.'], tools: [] },
    {
      said: 'A table',
      replies: ['Done.'],
      tools: [{ name: 'book', arguments: { guests: 2 }, answer: 'table seven' }],
    },
    { said: 'Bye', replies: ['Goodbye.'], tools: [] },
  ],
};
const lane = (deviations: string[], replies: string[]): ReplayLane => ({
  ...{ deviations, change: 0, durationMs: 0 },
  exchanges: replies.map((reply) => ({ said: 'x', replies: [reply] })),
});
const noJudge = () => Promise.resolve(undefined);

describe('tools of a replay', () => {
  it('answer from the record, by name and arguments', () => {
    const tape = new ToolTape(RECORDED);
    expect(tape.answer({ name: 'book', arguments: { guests: 2 } })).toBe('table seven');
    expect([tape.missing, tape.unknown]).toEqual([[], []]);
  });

  it('fail where they were not called so, and what was not called is known', () => {
    const tape = new ToolTape(RECORDED);
    expect(tape.answer({ name: 'book', arguments: { guests: 3 } })).toContain('error');
    expect(tape.unknown).toEqual(['book({"guests":3})']);
    expect(tape.missing).toEqual(['book({"guests":2})']);
    expect(new ToolTape(RECORDED, 'fixed').answer({ name: 'x', arguments: {} })).toBe('fixed');
  });
});

describe('a lane', () => {
  const reply = (text: string, ended = false) => ({ replies: [text], toolCalls: [], ended });

  it('says what the caller said, and notes what went otherwise', async () => {
    const said: unknown[] = [];
    const line = {
      opening: { reply: reply('Hello.') },
      take: ({ say }: { say?: string }) => {
        said.push(say);
        return Promise.resolve({ reply: reply('Done.', true) });
      },
      close: () => Promise.resolve(),
    };
    const held = await holdLane(line, RECORDED, new ToolTape(RECORDED), () => 0);
    expect(said).toEqual(['A table']);
    expect(held).toMatchObject({
      deviations: ['hung up earlier', 'did not call book({"guests":2})'],
      change: 0,
    });
  });
});

describe('two lanes', () => {
  it('are the same where both do alike, whatever the method itself changes', async () => {
    const compared = await compareLanes(
      lane(['did not call x'], ['a']),
      lane(['did not call x'], ['a']),
      noJudge,
    );
    expect(compared).toEqual({ verdict: 'same', reasons: [] });
  });

  it('show the worse one by what it alone does otherwise, and the better one', async () => {
    const [good, bad] = [lane([], ['a']), lane(['hung up earlier'], ['b'])];
    expect(await compareLanes(good, bad, noJudge)).toEqual({
      verdict: 'worse',
      reasons: ['hung up earlier'],
    });
    expect((await compareLanes(bad, good, noJudge)).verdict).toBe('better');
  });

  it('are judged where only the words differ, and the same where nobody judges', async () => {
    const prefers = (whom: 'baseline' | 'candidate' | 'neither') => () =>
      Promise.resolve({ prefers: whom, reason: 'Because.' });
    const verdict = async (whom: 'baseline' | 'candidate' | 'neither') =>
      (await compareLanes(lane([], ['a']), lane([], ['b']), prefers(whom))).verdict;
    expect([await verdict('baseline'), await verdict('candidate'), await verdict('neither')]).toEqual([
      ...['worse', 'better', 'same'],
    ]);
    expect((await compareLanes(lane([], ['a']), lane([], ['b']), noJudge)).verdict).toBe('same');
  });
});

describe('the sign test', () => {
  it.each([
    [0, 0, 1],
    [0, 1, 1],
    [0, 6, 0.03125],
    [8, 2, 0.109375],
    [5, 5, 1],
  ])('%d better and %d worse: p = %d', (better, worse, p) =>
    expect(signTest(better, worse)).toBeCloseTo(p, 9),
  );
});
