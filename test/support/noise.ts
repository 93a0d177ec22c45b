import { seededRandom } from '../../bench/duplex/alterations.js';

const RATE_HZ = 16_000;

/** A hall with machines: broadband noise with strong low frequencies, and a hum with harmonics. */
function hall(length: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  let low = 0;
  return Float64Array.from({ length }, (_, at) => {
    const white = 2 * random() - 1;
    low += 0.08 * (white - low);
    const hum =
      Math.sin((2 * Math.PI * 100 * at) / RATE_HZ) + 0.5 * Math.sin((2 * Math.PI * 300 * at) / RATE_HZ);
    return 4 * low + 0.4 * white + 0.15 * hum;
  });
}

/** Mean power in dB relative to samples of 1. */
export const levelDb = (samples: ArrayLike<number>) =>
  10 * Math.log10(Array.from(samples).reduce((sum, one) => sum + one ** 2, 1) / Math.max(1, samples.length));

/** Words over hall noise at this SNR at 16 kHz, with noise before and after. */
export function inHall(said: Int16Array, snrDb: number, beforeMs: number, afterMs: number): Int16Array {
  const lead = (RATE_HZ * beforeMs) / 1_000;
  const noise = hall(lead + said.length + (RATE_HZ * afterMs) / 1_000, 7);
  const gain = 10 ** ((levelDb(said) - snrDb - levelDb(noise)) / 20);
  return Int16Array.from(noise, (one, at) => {
    const sum = gain * one + (said[at - lead] ?? 0);
    return Math.max(-32_768, Math.min(32_767, sum));
  });
}
