import { BackgroundPowers } from './background-powers.js';
import { FRAME_SAMPLES, MEL_BANDS, melPowers } from '../../../common/audio/index.js';

const RATE_HZ = 16_000;

/** A tone for two seconds, softer and louder again and again as voices are. */
const wavering = (hz: number, level: number) =>
  Int16Array.from({ length: 2 * RATE_HZ }, (_, at) => {
    const loudness = 1 + 0.5 * Math.sin((2 * Math.PI * 3 * at) / RATE_HZ);
    return level * loudness * Math.sin((2 * Math.PI * hz * at) / RATE_HZ);
  });

const powersOf = (samples: Int16Array) => {
  const powers = new Float64Array(MEL_BANDS);
  melPowers(samples.subarray(0, FRAME_SAMPLES), 1, powers);
  return powers;
};

const total = (powers: Float64Array) => powers.reduce((sum, power) => sum + power, 0);

/** @returns What is left of `heard` after a background, as a share of its power. */
const leftOf = (heard: Int16Array, before: Int16Array) => {
  const powers = powersOf(heard);
  new BackgroundPowers(before, 1).takeFrom(powers);
  return total(powers) / total(powersOf(heard));
};

describe('what went on around a caller before its voice', () => {
  it('is taken out of the voice, down to a tenth', () => {
    const crowd = wavering(400, 1_000);
    expect(leftOf(crowd, crowd)).toBeCloseTo(0.1);
  });

  it('leaves a voice of other frequencies as it is', () => {
    expect(leftOf(wavering(2_000, 3_000), wavering(400, 1_000))).toBeGreaterThan(0.95);
  });

  it('is nothing where it was silent, or nothing was heard yet', () => {
    const voice = wavering(400, 3_000);
    expect(leftOf(voice, new Int16Array(2 * RATE_HZ))).toBe(1);
    expect(leftOf(voice, new Int16Array(0))).toBe(1);
  });

  it('does not hold what the caller itself said a moment ago', () => {
    const voice = wavering(400, 3_000);
    const before = new Int16Array(2 * RATE_HZ).fill(1);
    before.set(voice.subarray(0, RATE_HZ), RATE_HZ / 2);
    expect(leftOf(voice, before)).toBeGreaterThan(0.99);
  });
});
