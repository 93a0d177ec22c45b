import { createResampler, loadResampler } from './resampler.js';

/** Resamples audio in frames of these lengths, repeatedly. */
function resampled(input: Int16Array, frames: readonly number[]): number[] {
  const resampler = createResampler(24_000, 16_000);
  const output = new Int16Array(5_760);
  const all: number[] = [];
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const length = frames[turn % frames.length] ?? input.length;
    all.push(...output.subarray(0, resampler.run(input.subarray(at, at + length), output)));
    at += length;
  }
  resampler.close();
  return all;
}

describe('resampler', () => {
  beforeAll(() => loadResampler());

  it('gives the same output whether or not it can skip silence', () => {
    const sound = Int16Array.from({ length: 2_400 }, (_, at) => 8_000 * Math.sin(at / 5));
    const input = new Int16Array(24_000);
    input.set(sound, 480);
    input.set(sound, 14_400);
    const silent = input.subarray(6_000, 12_000);
    expect(silent.every((sample) => sample === 0)).toBe(true);
    // Not a whole number of samples at both rates.
    const expected = resampled(input, [481, 479]);
    expect(resampled(input, [480])).toEqual(expected);
    expect(expected.length).toBeGreaterThan(15_900);
  });
});
