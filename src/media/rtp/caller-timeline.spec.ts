import { CallerTimeline, PRESENT } from './caller-timeline.js';

const CLOCK_OFFSET_MS = 70_000;

/** Sends sounds of 20 ms with these transit times. @returns The error of each capture time. */
function errors(transitMs: readonly number[], clockRatio = 1): number[] {
  const timeline = new CallerTimeline(PRESENT);
  let nowMs = 0;
  return transitMs.map((transit, index) => {
    const madeMs = index * 20 * clockRatio;
    nowMs = Math.max(nowMs, madeMs + transit);
    return timeline.madeAtMs(index * 20 + CLOCK_OFFSET_MS, nowMs) - madeMs;
  });
}

describe('CallerTimeline', () => {
  it('computes capture time up to the delay of the fastest packet', () => {
    expect(errors([30, 30, 30])).toEqual([30, 30, 30]);
  });

  it('does not mistake network jitter for a pause', () => {
    const jitter = Array.from({ length: 500 }, (_, index) => 10 + ((index * 37) % 50));
    const late = errors(jitter).slice(100);
    expect(Math.max(...late) - Math.min(...late)).toBeLessThan(3);
  });

  it('adapts to a longer path without dating audio more than 100 ms back', () => {
    const times = errors([
      ...Array.from({ length: 50 }, () => 10),
      ...Array.from({ length: 10_000 }, () => 310),
    ]);
    expect(times[51]).toBeCloseTo(210, 0);
    expect(times.at(-1)).toBeCloseTo(310, 0);
  });

  it('follows clock drift for an hour', () => {
    const still = Array.from({ length: 180_000 }, () => 10);
    for (const clockRatio of [0.9998, 1.0002]) {
      expect(errors(still, clockRatio).filter((error) => Math.abs(error - 10) > 1)).toEqual([]);
    }
  });

  it('never goes back, even when the caller starts a new stream', () => {
    const timeline = new CallerTimeline(PRESENT);
    expect(timeline.madeAtMs(500_020, 1_000)).toBe(1_000);
    expect(timeline.madeAtMs(500_040, 1_060)).toBeCloseTo(1_020, 0);
    timeline.restart();
    expect(timeline.madeAtMs(20, 1_080)).toBe(1_080);
    expect(timeline.madeAtMs(0, 1_080)).toBe(1_080);
  });
});
