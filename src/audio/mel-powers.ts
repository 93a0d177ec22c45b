/** Each frame covers 32 ms at 16 kHz, and begins 10 ms after the previous one. */
export const MEL_FRAME_SAMPLES = 512;
export const MEL_HOP_SAMPLES = 160;
export const MEL_BANDS = 40;

const SAMPLE_RATE_HZ = 16_000;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 7_800;
const HALF = MEL_FRAME_SAMPLES / 2;
const BINS = HALF + 1;
const FULL_SCALE = 32_768;

/** A triangular filter: its weights, from its first bin of the spectrum on. */
interface Band {
  readonly firstBin: number;
  readonly weights: Float64Array;
}

const melOf = (hz: number) => 2_595 * Math.log10(1 + hz / 700);
const hzOf = (mel: number) => 700 * (10 ** (mel / 2_595) - 1);

const window = Float64Array.from(
  { length: MEL_FRAME_SAMPLES },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / MEL_FRAME_SAMPLES),
);
/** Half a turn in steps of 1/`FRAME_SAMPLES` of a turn. */
const cosines = Float64Array.from({ length: HALF }, (_, index) =>
  Math.cos((2 * Math.PI * index) / MEL_FRAME_SAMPLES),
);
const sines = Float64Array.from(
  { length: HALF },
  (_, index) => -Math.sin((2 * Math.PI * index) / MEL_FRAME_SAMPLES),
);
const reversed = Uint16Array.from({ length: HALF }, (_, index) => reverseBits(index));
const bands = Array.from({ length: MEL_BANDS }, (_, band) => makeBand(band));

const real = new Float64Array(HALF);
const imaginary = new Float64Array(HALF);
const power = new Float64Array(BINS);

/**
 * The power in 40 bands of the mel scale (HTK's).
 * @param samples `FRAME_SAMPLES` signed 16-bit samples.
 * @param gain Factor applied to the samples.
 */
export function melPowers(samples: Int16Array, gain: number, into: Float64Array): void {
  const scale = gain / FULL_SCALE;
  for (let index = 0; index < HALF; index++) {
    const from = 2 * (reversed[index] as number);
    real[index] = (samples[from] ?? 0) * scale * (window[from] as number);
    imaginary[index] = (samples[from + 1] ?? 0) * scale * (window[from + 1] as number);
  }
  transform();
  findPowers();
  for (let band = 0; band < MEL_BANDS; band++) into[band] = powerIn(bands[band] as Band);
}

function powerIn({ firstBin, weights }: Band): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++)
    sum += (weights[at] as number) * (power[firstBin + at] as number);
  return sum;
}

/**
 * The power spectrum. The samples are real, so even ones were transformed as the real part and odd ones as the
 * imaginary part, in half the time; this separates and combines them.
 */
function findPowers(): void {
  for (let bin = 0; bin <= HALF / 2; bin++) {
    const other = (HALF - bin) % HALF;
    const at = bin % HALF;
    const evenReal = ((real[at] as number) + (real[other] as number)) / 2;
    const evenImaginary = ((imaginary[at] as number) - (imaginary[other] as number)) / 2;
    const oddReal = ((imaginary[at] as number) + (imaginary[other] as number)) / 2;
    const oddImaginary = ((real[other] as number) - (real[at] as number)) / 2;
    const cosine = cosines[bin] as number;
    const sine = sines[bin] as number;
    const turnedReal = oddReal * cosine - oddImaginary * sine;
    const turnedImaginary = oddReal * sine + oddImaginary * cosine;
    power[bin] = (evenReal + turnedReal) ** 2 + (evenImaginary + turnedImaginary) ** 2;
    power[HALF - bin] = (evenReal - turnedReal) ** 2 + (evenImaginary - turnedImaginary) ** 2;
  }
}

/** The fast Fourier transform of `real` and `imaginary`, with samples in bit-reversed order. */
function transform(): void {
  for (let half = 1; half < HALF; half *= 2) {
    const stride = HALF / half;
    for (let start = 0; start < HALF; start += 2 * half) {
      for (let index = 0; index < half; index++) butterfly(start + index, half, index * stride);
    }
  }
}

function butterfly(upper: number, half: number, turn: number): void {
  const lower = upper + half;
  const cosine = cosines[turn] as number;
  const sine = sines[turn] as number;
  const lowerReal = real[lower] as number;
  const lowerImaginary = imaginary[lower] as number;
  const turnedReal = lowerReal * cosine - lowerImaginary * sine;
  const turnedImaginary = lowerReal * sine + lowerImaginary * cosine;
  const upperReal = real[upper] as number;
  const upperImaginary = imaginary[upper] as number;
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
    const hz = (bin * SAMPLE_RATE_HZ) / MEL_FRAME_SAMPLES;
    const weight = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle));
    if (weight <= 0) continue;
    firstBin ??= bin;
    weights.push(weight);
  }
  return { firstBin: firstBin ?? 0, weights: Float64Array.from(weights) };
}

function reverseBits(index: number): number {
  let result = 0;
  for (let bit = 1; bit < HALF; bit *= 2) result = result * 2 + (index & bit ? 1 : 0);
  return result;
}
