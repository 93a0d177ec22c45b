import { PacingWatch } from './pacing-watch.js';

/** One second with `calls` calls, a share of whose frames is late. */
function second(watch: PacingWatch, fromMs: number, calls: number, lateMs: number, share: number): void {
  for (let frame = 0; frame < 50; frame += 1) {
    const nowMs = fromMs + frame * 20;
    watch.add(lateMs, calls * share, nowMs);
    watch.add(0, calls * (1 - share), nowMs);
  }
}

/** Several such seconds. @returns Whether new calls were refused after each. */
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

describe('PacingWatch', () => {
  it('refuses new calls from the second late second until five in a row are on time', () => {
    const watch = new PacingWatch(15);
    expect(seconds(watch, 0, [0, 30, 0, 30])).toEqual([false, false, false, true]);
    expect(watch.worstMs(4_000)).toBe(30);
    expect(seconds(watch, 4, [0, 10, 0, 14, 0])).toEqual([true, true, true, true, false]);
    expect(watch.worstMs(9_000)).toBe(14);
  });

  it('tolerates a single stall and under 1 % late frames', () => {
    const watch = new PacingWatch(15);
    expect(seconds(watch, 0, [200, 0, 0, 0, 200, 0])).not.toContain(true);
    expect(seconds(watch, 6, [200, 200, 200], { calls: 1_000, share: 0.009 })).not.toContain(true);
  });

  it('ignores lateness of fewer than ten calls', () => {
    const few = new PacingWatch(15);
    expect(seconds(few, 0, [200, 200, 200], { calls: 9, share: 1 })).not.toContain(true);
    expect(seconds(new PacingWatch(15), 0, [200, 200, 200], { calls: 10, share: 1 })).toContain(true);
  });

  it('accepts calls regardless of lateness with limit 0', () => {
    expect(seconds(new PacingWatch(0), 0, [200, 200, 200, 200])).not.toContain(true);
  });

  it('forgets earlier calls after a while without any', () => {
    const watch = new PacingWatch(15);
    seconds(watch, 0, [30, 30, 30]);
    expect(watch.isBehind(3_500)).toBe(true);
    expect(watch.isBehind(9_100)).toBe(false);
    expect(watch.worstMs(9_100)).toBe(0);
  });
});
