import { setImmediate as later } from 'node:timers/promises';

/**
 * The features of Whisper's models, as Smart Turn takes them: 8 s at 16 kHz, frames of 25 ms each 10 ms, the logarithm
 * of the power in 80 bands of Slaney's mel scale (Radford et al. 2022, section 2.2).
 */
export const FEATURE_SAMPLES = 8 * 16_000;
export const FEATURE_BANDS = 80;
export const FEATURE_FRAMES = 800;

const SAMPLE_RATE_HZ = 16_000;
const FRAME_SAMPLES = 400;
const HOP_SAMPLES = 160;
const BINS = FRAME_SAMPLES / 2 + 1;
/** A frame's transform is made of two rounds, each of this many points. */
const ROOT = 20;
const FLOOR = 1e-10;
/** What is further than this below the loudest counts as silence, in powers of ten. */
const RANGE = 8;
const EPSILON = 1e-7;
/** Frames (an even number) after which other work has its turn: some 2 ms. */
const FRAMES_AT_ONCE = 40;

const LINEAR_UNTIL_HZ = 1_000;
const HZ_A_MEL = 200 / 3;
const MELS_A_FACTOR_6_4 = 27;

const hzOf = (mel: number) => {
  const above = mel - LINEAR_UNTIL_HZ / HZ_A_MEL;
  return above < 0 ? mel * HZ_A_MEL : LINEAR_UNTIL_HZ * 6.4 ** (above / MELS_A_FACTOR_6_4);
};
const melOf = (hz: number) =>
  hz < LINEAR_UNTIL_HZ
    ? hz / HZ_A_MEL
    : LINEAR_UNTIL_HZ / HZ_A_MEL + (MELS_A_FACTOR_6_4 * Math.log(hz / LINEAR_UNTIL_HZ)) / Math.log(6.4);

const window = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME_SAMPLES),
);
const cosines = Float64Array.from({ length: FRAME_SAMPLES }, (_, at) =>
  Math.cos((2 * Math.PI * at) / FRAME_SAMPLES),
);
const sines = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, at) => -Math.sin((2 * Math.PI * at) / FRAME_SAMPLES),
);
const bands = Array.from({ length: FEATURE_BANDS }, (_, band) => bandOf(band));

/** A triangular filter of equal area: its weights from a first bin on. */
function bandOf(band: number): { readonly firstBin: number; readonly weights: Float64Array } {
  const melStep = melOf(SAMPLE_RATE_HZ / 2) / (FEATURE_BANDS + 1);
  const [from, peak, to] = [0, 1, 2].map((edge) => hzOf(melStep * (band + edge))) as [number, number, number];
  const all = Array.from({ length: BINS }, (_, bin) => {
    const hz = (bin * SAMPLE_RATE_HZ) / FRAME_SAMPLES;
    return (Math.max(0, Math.min((hz - from) / (peak - from), (to - hz) / (to - peak))) * 2) / (to - from);
  });
  const firstBin = Math.max(
    0,
    all.findIndex((weight) => weight > 0),
  );
  const lastBin = all.findLastIndex((weight) => weight > 0);
  return { firstBin, weights: Float64Array.from(all.slice(firstBin, lastBin + 1)) };
}

/**
 * The features of the end of a stretch of audio, in bands of frames, for one model's input. Gives way to other work
 * every few milliseconds.
 * @param samples Mono, 16 kHz; silence is put before what is shorter than 8 s.
 */
export async function whisperFeatures(samples: Int16Array): Promise<Float32Array> {
  const audio = normalised(samples.subarray(-FEATURE_SAMPLES));
  const features = new Float32Array(FEATURE_BANDS * FEATURE_FRAMES);
  const transform = new TwoFrames();
  let loudest = -Infinity;
  for (let frame = 0; frame < FEATURE_FRAMES; frame += 2) {
    if (frame > 0 && frame % FRAMES_AT_ONCE === 0) await later();
    transform.run(audio, frame * HOP_SAMPLES - FRAME_SAMPLES / 2);
    for (let band = 0; band < FEATURE_BANDS; band++) {
      for (const second of [0, 1] as const) {
        const value = Math.log10(Math.max(FLOOR, transform.powerIn(band, second)));
        features[band * FEATURE_FRAMES + frame + second] = value;
        loudest = Math.max(loudest, value);
      }
    }
  }
  for (let at = 0; at < features.length; at++) {
    features[at] = (Math.max(features[at] ?? 0, loudest - RANGE) + 4) / 4;
  }
  return features;
}

/** Without a mean, and with a variance of 1, silence before it included. */
function normalised(samples: Int16Array): Float64Array {
  const audio = new Float64Array(FEATURE_SAMPLES);
  audio.set(samples, FEATURE_SAMPLES - samples.length);
  let [sum, squares] = [0, 0];
  for (let at = 0; at < FEATURE_SAMPLES; at++) {
    const value = (audio[at] ?? 0) / 32_768;
    audio[at] = value;
    sum += value;
    squares += value * value;
  }
  const mean = sum / FEATURE_SAMPLES;
  const scale = 1 / Math.sqrt(Math.max(0, squares / FEATURE_SAMPLES - mean * mean) + EPSILON);
  for (let at = 0; at < FEATURE_SAMPLES; at++) audio[at] = ((audio[at] ?? 0) - mean) * scale;
  return audio;
}

/** Beyond its ends audio goes on as its mirror image. */
function mirrored(at: number): number {
  if (at < 0) return -at;
  return at < FEATURE_SAMPLES ? at : 2 * (FEATURE_SAMPLES - 1) - at;
}

/** The spectra of two frames by one complex transform of 400 points, as 20 times 20 (Cooley and Tukey). */
class TwoFrames {
  private readonly first = new Float64Array(FRAME_SAMPLES);
  private readonly second = new Float64Array(FRAME_SAMPLES);
  private readonly halfReal = new Float64Array(FRAME_SAMPLES);
  private readonly halfImaginary = new Float64Array(FRAME_SAMPLES);
  private readonly real = new Float64Array(FRAME_SAMPLES);
  private readonly imaginary = new Float64Array(FRAME_SAMPLES);
  private readonly power = [new Float64Array(BINS), new Float64Array(BINS)] as const;

  /** @param from Of the first frame's first sample; the second frame begins a hop later. */
  run(audio: Float64Array, from: number): void {
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      const weight = window[at] ?? 0;
      this.first[at] = (audio[mirrored(from + at)] ?? 0) * weight;
      this.second[at] = (audio[mirrored(from + HOP_SAMPLES + at)] ?? 0) * weight;
    }
    for (let column = 0; column < ROOT; column++) this.firstRound(column);
    for (let row = 0; row < ROOT; row++) this.secondRound(row);
    for (let bin = 0; bin < BINS; bin++) this.separate(bin);
  }

  powerIn(band: number, second: 0 | 1): number {
    const { firstBin = 0, weights = new Float64Array(0) } = bands[band] ?? {};
    const power = this.power[second];
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (power[firstBin + at] ?? 0);
    return sum;
  }

  private firstRound(column: number): void {
    for (let row = 0; row < ROOT; row++) {
      let [real, imaginary] = [0, 0];
      for (let step = 0; step < ROOT; step++) {
        const at = ROOT * step + column;
        const turn = (ROOT * step * row) % FRAME_SAMPLES;
        const [cos, sin] = [cosines[turn] ?? 0, sines[turn] ?? 0];
        const [x, y] = [this.first[at] ?? 0, this.second[at] ?? 0];
        real += x * cos - y * sin;
        imaginary += x * sin + y * cos;
      }
      const turn = (column * row) % FRAME_SAMPLES;
      const [cos, sin] = [cosines[turn] ?? 0, sines[turn] ?? 0];
      this.halfReal[row * ROOT + column] = real * cos - imaginary * sin;
      this.halfImaginary[row * ROOT + column] = real * sin + imaginary * cos;
    }
  }

  private secondRound(row: number): void {
    for (let step = 0; step < ROOT; step++) {
      let [real, imaginary] = [0, 0];
      for (let column = 0; column < ROOT; column++) {
        const turn = (ROOT * column * step) % FRAME_SAMPLES;
        const [cos, sin] = [cosines[turn] ?? 0, sines[turn] ?? 0];
        const [x, y] = [
          this.halfReal[row * ROOT + column] ?? 0,
          this.halfImaginary[row * ROOT + column] ?? 0,
        ];
        real += x * cos - y * sin;
        imaginary += x * sin + y * cos;
      }
      this.real[row + ROOT * step] = real;
      this.imaginary[row + ROOT * step] = imaginary;
    }
  }

  /** The transform of a real signal is its own mirror image, so that two can share one. */
  private separate(bin: number): void {
    const mirror = (FRAME_SAMPLES - bin) % FRAME_SAMPLES;
    const [a, b] = [this.real[bin] ?? 0, this.imaginary[bin] ?? 0];
    const [c, d] = [this.real[mirror] ?? 0, this.imaginary[mirror] ?? 0];
    this.power[0][bin] = ((a + c) ** 2 + (b - d) ** 2) / 4;
    this.power[1][bin] = ((a - c) ** 2 + (b + d) ** 2) / 4;
  }
}
