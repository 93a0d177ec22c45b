/** Generating and checking PCM in tests. Samples are mono, signed 16 bit. */

export interface ToneOptions {
  readonly frequencyHz: number;
  readonly durationMs: number;
  readonly sampleRateHz: number;
  /** 0 to 1 of full scale. */
  readonly amplitude?: number;
}

export function tone({ frequencyHz, durationMs, sampleRateHz, amplitude = 0.3 }: ToneOptions): Int16Array {
  const step = (2 * Math.PI * frequencyHz) / sampleRateHz;
  return Int16Array.from(
    { length: Math.round((sampleRateHz * durationMs) / 1_000) },
    (_, index) => amplitude * 32_767 * Math.sin(index * step),
  );
}

export function concat(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Root mean square, 0 to 1 of full scale. */
export function rms(samples: Int16Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length) / 32_768;
}

/**
 * The share of energy at one frequency, 0 to 1: the mean over 50 ms windows, since packet loss or a stall shifts the
 * phase without being noise. Silent windows are excluded.
 */
export function toneShare(samples: Int16Array, frequencyHz: number, sampleRateHz: number): number {
  const shares = windowShares(samples, frequencyHz, sampleRateHz);
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** The same with the median of the windows: typical audio, regardless of stalls. */
export function usualToneShare(samples: Int16Array, frequencyHz: number, sampleRateHz: number): number {
  const shares = windowShares(samples, frequencyHz, sampleRateHz).sort((a, b) => a - b);
  return shares[Math.floor(shares.length / 2)] ?? 0;
}

function windowShares(samples: Int16Array, frequencyHz: number, sampleRateHz: number): number[] {
  const windowSamples = sampleRateHz / 20;
  const shares: number[] = [];
  for (let start = 0; start + windowSamples <= samples.length; start += windowSamples) {
    const share = goertzelShare(samples.subarray(start, start + windowSamples), frequencyHz, sampleRateHz);
    if (share !== undefined) shares.push(share);
  }
  return shares;
}

/** Goertzel's algorithm. */
function goertzelShare(samples: Int16Array, frequencyHz: number, sampleRateHz: number): number | undefined {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz);
  let previous = 0;
  let beforePrevious = 0;
  let energy = 0;
  for (const sample of samples) {
    const current = sample + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = current;
    energy += sample * sample;
  }
  if (energy / samples.length < 1) return undefined;
  const power = previous ** 2 + beforePrevious ** 2 - coefficient * previous * beforePrevious;
  return (2 * power) / samples.length / energy;
}
