import { PastFrames } from './past-frames.js';

const FRAME_MS = 20;

/** Frames numbered 1, 2, 3 and so on, with the last 100 ms kept. */
function pastOf(count: number, isGiven = false) {
  const past = new PastFrames(100);
  const copies: Int16Array[] = [];
  const pooled = new Int16Array(4);
  for (let number = 1; number <= count; number++) {
    copies.push(past.copy(pooled.fill(number)).samples);
    past.keep(number * FRAME_MS, isGiven);
  }
  const given = (afterMs: number) => {
    const numbers: (number | undefined)[] = [];
    past.give(afterMs, (samples) => numbers.push(samples[0]));
    return numbers;
  };
  return { past, copies, given };
}

describe('caller audio history', () => {
  it('keeps copies of the latest frames within its time limit', () => {
    const { past, given } = pastOf(20);
    expect(given(-Infinity)).toEqual([15, 16, 17, 18, 19, 20]);
    expect(given(18 * FRAME_MS)).toEqual([19, 20]);
    expect(past.frameSamples).toBe(4);
    past.clear();
    expect(given(-Infinity)).toEqual([]);
    expect(past.frameSamples).toBe(0);
  });

  it('reuses the memory of expired frames', () => {
    const { copies } = pastOf(100);
    expect(new Set(copies).size).toBeLessThan(10);
  });

  it('never changes frames handed out earlier', () => {
    const whenItCame = pastOf(30, true);
    expect(whenItCame.copies.map(([first]) => first)).toEqual(whenItCame.copies.map((_, at) => at + 1));
    const { past, given } = pastOf(6);
    const kept: Int16Array[] = [];
    past.give(-Infinity, (samples) => kept.push(samples));
    for (let number = 7; number < 40; number++) {
      past.copy(new Int16Array(4).fill(number));
      past.keep(number * FRAME_MS, false);
    }
    expect(kept.map(([first]) => first)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(given(38 * FRAME_MS)).toEqual([39]);
  });

  it('accepts frames of another length', () => {
    const { past, given } = pastOf(10);
    past.copy(new Int16Array(8).fill(11));
    past.keep(11 * FRAME_MS, false);
    expect(given(10 * FRAME_MS)).toEqual([11]);
  });
});
