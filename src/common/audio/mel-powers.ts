/** Each frame covers 32 ms of audio at 16 kHz, and begins 10 ms after the one before. */
export const FRAME_SAMPLES = 512;
export const HOP_SAMPLES = 160;
export const MEL_BANDS = 40;

const SAMPLE_RATE_HZ = 16_000;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 7_800;
const BINS = FRAME_SAMPLES / 2 + 1;
const FULL_SCALE = 32_768;

/** A triangular filter: its weights from a first bin of the spectrum on. */
interface Band {
  readonly firstBin: number;
  readonly weights: Float64Array;
}

const melOf = (hz: number) => 2_595 * Math.log10(1 + hz / 700);
const hzOf = (mel: number) => 700 * (10 ** (mel / 2_595) - 1);

const window = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FRAME_SAMPLES),
);
const cosines = Float64Array.from({ length: FRAME_SAMPLES / 2 }, (_, index) =>
  Math.cos((2 * Math.PI * index) / FRAME_SAMPLES),
);
const sines = Float64Array.from(
  { length: FRAME_SAMPLES / 2 },
  (_, index) => -Math.sin((2 * Math.PI * index) / FRAME_SAMPLES),
);
const reversed = Uint16Array.from({ length: FRAME_SAMPLES }, (_, index) => reverseBits(index));
const bands = Array.from({ length: MEL_BANDS }, (_, band) => makeBand(band));

const real = new Float64Array(FRAME_SAMPLES);
const imaginary = new Float64Array(FRAME_SAMPLES);
const power = new Float64Array(BINS);

/**
 * The power in 40 bands of the mel scale (HTK's).
 * @param samples `FRAME_SAMPLES` samples of signed 16 bit.
 * @param gain What they are multiplied by.
 */
export function melPowers(samples: Int16Array, gain: number, into: Float64Array): void {
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    const from = reversed[index] ?? 0;
    real[index] = ((samples[from] ?? 0) / FULL_SCALE) * gain * (window[from] ?? 0);
  }
  imaginary.fill(0);
  transform();
  for (let bin = 0; bin < BINS; bin++) power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
  bands.forEach(({ firstBin, weights }, band) => {
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (power[firstBin + at] ?? 0);
    into[band] = sum;
  });
}

/** The fast Fourier transform of `real` and `imaginary`, whose samples lie in the order of reversed bits. */
function transform(): void {
  for (let half = 1; half < FRAME_SAMPLES; half *= 2) {
    const stride = FRAME_SAMPLES / 2 / half;
    for (let start = 0; start < FRAME_SAMPLES; start += 2 * half) {
      for (let index = 0; index < half; index++) butterfly(start + index, half, index * stride);
    }
  }
}

function butterfly(upper: number, half: number, turn: number): void {
  const lower = upper + half;
  const cosine = cosines[turn] ?? 0;
  const sine = sines[turn] ?? 0;
  const lowerReal = real[lower] ?? 0;
  const lowerImaginary = imaginary[lower] ?? 0;
  const turnedReal = lowerReal * cosine - lowerImaginary * sine;
  const turnedImaginary = lowerReal * sine + lowerImaginary * cosine;
  const upperReal = real[upper] ?? 0;
  const upperImaginary = imaginary[upper] ?? 0;
  real[lower] = upperReal - turnedReal;
  imaginary[lower] = upperImaginary - turnedImaginary;
  real[upper] = upperReal + turnedReal;
  imaginary[upper] = upperImaginary + turnedImaginary;
}

function makeBand(band: number): Band {
  const edge = (index: number) =>
    hzOf(melOf(LOWEST_HZ) + ((melOf(HIGHEST_HZ) - melOf(LOWEST_HZ)) * index) / (MEL_BANDS + 1));
  const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)];
  const weights: number[] = [];
  let firstBin: number | undefined;
  for (let bin = 0; bin < BINS; bin++) {
    const hz = (bin * SAMPLE_RATE_HZ) / FRAME_SAMPLES;
    const weight = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle));
    if (weight <= 0) continue;
    firstBin ??= bin;
    weights.push(weight);
  }
  return { firstBin: firstBin ?? 0, weights: Float64Array.from(weights) };
}

function reverseBits(index: number): number {
  let result = 0;
  for (let bit = 1; bit < FRAME_SAMPLES; bit *= 2) result = result * 2 + (index & bit ? 1 : 0);
  return result;
}
