import { signalToNoiseDb } from './signal-to-noise.js';

/** A tone of 400 Hz. @param level Its peak. */
const tone = (durationMs: number, level: number) =>
  Int16Array.from(
    { length: durationMs * 16 },
    (_, at) => level * Math.sin((2 * Math.PI * 400 * at) / 16_000),
  );

function sequence(...parts: Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

describe('by how much a voice is louder than the noise', () => {
  it('is told by what is before it and after it', () => {
    const voice = tone(800, 10_000);
    expect(signalToNoiseDb(sequence(tone(200, 1_000), voice, tone(100, 1_000)))).toBeCloseTo(20, 0);
    expect(signalToNoiseDb(sequence(voice, tone(400, 100)))).toBeCloseTo(40, 0);
  });

  it('is nothing where all is as loud, and bounded in silence', () => {
    expect(signalToNoiseDb(tone(1_000, 5_000))).toBeCloseTo(0, 0);
    expect(signalToNoiseDb(new Int16Array(16_000))).toBe(0);
    expect(signalToNoiseDb(sequence(new Int16Array(8_000), tone(500, 32_767)))).toBeCloseTo(77, 0);
  });

  it('is not known of next to no sound', () => {
    expect(signalToNoiseDb(tone(10, 5_000))).toBe(Infinity);
  });
});
