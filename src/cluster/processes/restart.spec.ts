import { afterEnd, nextStart, NO_ENDS } from './restart.js';

/** Exits of processes after being ready for these times, in order. */
const ends = (...ranMs: (number | undefined)[]) => ranMs.reduce(afterEnd, NO_ENDS);

describe('exited process', () => {
  it('restarts at once after running well', () => {
    expect(nextStart(ends(60_000))).toEqual({ inMs: 0 });
    expect(nextStart(ends(1, 1, 1, 3_600_000))).toEqual({ inMs: 0 });
  });

  it('restarts with a backoff of up to half a minute when it exits early', () => {
    const soon = (count: number) => nextStart(ends(...Array.from({ length: count }, () => 100)));
    expect([1, 2, 3, 4, 5, 6, 50].map(soon)).toEqual(
      [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].map((inMs) => ({ inMs })),
    );
  });

  it('is abandoned after five failed starts in a row', () => {
    const never = [undefined, undefined, undefined, undefined] as const;
    expect(nextStart(ends(100, ...never))).not.toBe('give-up');
    expect(nextStart(ends(...never, 100, undefined))).not.toBe('give-up');
    expect(nextStart(ends(...never, undefined))).toBe('give-up');
  });
});
