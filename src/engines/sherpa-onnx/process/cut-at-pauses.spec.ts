import { cutAtPauses } from './cut-at-pauses.js';

const RATE_HZ = 16_000;

/** A tone with silence at the given times. */
function toneWithPauses(durationMs: number, ...pausesAtMs: number[]): Int16Array {
  const paused = (ms: number) => pausesAtMs.some((pause) => ms >= pause && ms < pause + 60);
  return Int16Array.from({ length: (durationMs * RATE_HZ) / 1000 }, (_, index) =>
    paused((index * 1000) / RATE_HZ) ? 0 : 10_000 * Math.sin(index),
  );
}

const lengthsMs = (pieces: readonly Int16Array[]) => pieces.map(({ length }) => (length * 1000) / RATE_HZ);

describe('cutAtPauses', () => {
  it('leaves audio that fits unchanged', () => {
    const samples = toneWithPauses(900);
    expect(cutAtPauses(samples, 1_000, RATE_HZ)).toEqual([samples]);
  });

  it('cuts in pauses without losing a sample', () => {
    const samples = toneWithPauses(2_500, 800, 1_600);
    const pieces = cutAtPauses(samples, 1_000, RATE_HZ);
    const [first, second] = lengthsMs(pieces);
    expect(pieces).toHaveLength(3);
    expect(first).toBeGreaterThan(800);
    expect(first).toBeLessThan(860);
    expect(first! + second!).toBeGreaterThan(1_600);
    expect(first! + second!).toBeLessThan(1_660);
    expect(pieces.flatMap((piece) => [...piece])).toEqual([...samples]);
  });

  it('keeps every piece short enough without pauses', () => {
    for (const length of lengthsMs(cutAtPauses(toneWithPauses(5_000), 1_000, RATE_HZ))) {
      expect(length).toBeLessThanOrEqual(1_000);
      expect(length).toBeGreaterThan(0);
    }
  });
});
