import { PacingWatch } from './pacing-watch.js';

/** So many calls for a second, of whose frames a share is late by so much. */
function second(watch: PacingWatch, fromMs: number, calls: number, lateMs: number, share: number): void {
  for (let frame = 0; frame < 50; frame += 1) {
    const nowMs = fromMs + frame * 20;
    watch.add(lateMs, calls * share, nowMs);
    watch.add(0, calls * (1 - share), nowMs);
  }
}

/** The same for several seconds. @returns whether there was no room at the end of each. */
function seconds(
  watch: PacingWatch,
  from: number,
  lateMs: readonly number[],
  { calls = 100, share = 0.02 } = {},
): boolean[] {
  return lateMs.map((late, index) => {
    second(watch, (from + index) * 1_000, calls, late, share);
    return watch.isBehind((from + index + 1) * 1_000);
  });
}

describe('the watch over the pacing of all calls', () => {
  it('takes no more calls from the second late second on, until five in a row were on time', () => {
    const watch = new PacingWatch(15);
    expect(seconds(watch, 0, [0, 30, 0, 30])).toEqual([false, false, false, true]);
    expect(watch.worstMs(4_000)).toBe(30);
    expect(seconds(watch, 4, [0, 10, 0, 14, 0])).toEqual([true, true, true, true, false]);
    expect(watch.worstMs(9_000)).toBe(14);
  });

  it('does not mind a single stall, nor what is late less often than one frame in a hundred', () => {
    const watch = new PacingWatch(15);
    expect(seconds(watch, 0, [200, 0, 0, 0, 200, 0])).not.toContain(true);
    expect(seconds(watch, 6, [200, 200, 200], { calls: 1_000, share: 0.009 })).not.toContain(true);
  });

  it('does not mind how late fewer than ten calls are', () => {
    const few = new PacingWatch(15);
    expect(seconds(few, 0, [200, 200, 200], { calls: 9, share: 1 })).not.toContain(true);
    expect(seconds(new PacingWatch(15), 0, [200, 200, 200], { calls: 10, share: 1 })).toContain(true);
  });

  it('takes calls in however late it is where the limit is 0', () => {
    expect(seconds(new PacingWatch(0), 0, [200, 200, 200, 200])).not.toContain(true);
  });

  it('forgets the calls of before once nobody has called for a while', () => {
    const watch = new PacingWatch(15);
    seconds(watch, 0, [30, 30, 30]);
    expect(watch.isBehind(3_500)).toBe(true);
    expect(watch.isBehind(9_100)).toBe(false);
    expect(watch.worstMs(9_100)).toBe(0);
  });
});
