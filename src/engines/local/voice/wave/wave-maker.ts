import type { FourierTransform } from './fourier.js';
import { BINS, VOICE_FRAME_SAMPLES, HANN, VOICE_HOP_SAMPLES } from './voice-frames.js';
import { Noise } from './noise.js';
import { PulseTrain } from './pulses.js';
import { cosOfStep, sinOfStep, stepOfHalfTurns, stepOfPhase } from './rotations.js';

/** Logarithmic levels are clamped here. */
const MAX_LEVEL = 7;
/** Logarithm of an inaudible noise level: speech is a hundred thousand times as strong. */
const INAUDIBLE = -9;
/** A unit cosine has this height in the transform of a pulse train. */
const PULSE_SCALE = VOICE_FRAME_SAMPLES / 4;
const LEAST_OVERLAP = 1e-11;
const OVERLAPS = VOICE_FRAME_SAMPLES / VOICE_HOP_SAMPLES;
/** Sum of the squared Hann windows where four overlap. */
const INSIDE_OVERLAP = 1.5;

/**
 * The spectra of a sentence, by frequency and hop: `BINS` frequencies, with the hops of each in sequence. Levels are
 * natural logarithms.
 */
export interface Spectra {
  readonly hops: number;
  readonly harmonics: Float32Array;
  /** Phase offset of the harmonics, in half turns, before the hyperbolic tangent. */
  readonly harmonicTurns: Float32Array;
  readonly noise: Float32Array;
  readonly rest: Float32Array;
  /** In radians. */
  readonly restPhases: Float32Array;
  /** In hertz per hop; 0 where unvoiced. */
  readonly pitch: Float32Array;
}

/**
 * Synthesizes a sentence hop by hop: a pulse train filtered by the harmonics' spectrum, shaped noise, and a residual,
 * by one inverse short-time Fourier transform.
 */
export class WaveMaker {
  private shapedReal = 0;
  private shapedImaginary = 0;
  private readonly noise = new Noise();

  /** @param transform Of length `FRAME_SAMPLES`. Shared: others may use it between two hops. */
  constructor(private readonly transform: FourierTransform) {}

  /** @yields Samples of each hop between -1 and 1, at `VOICE_RATE_HZ`; the last three hops come together. */
  *make(spectra: Spectra): Generator<Float32Array> {
    const pulses = new PulseTrain(spectra.pitch);
    const sum = new Float64Array(VOICE_FRAME_SAMPLES + VOICE_HOP_SAMPLES);
    const emit = (row: number): Float32Array => {
      const samples = new Float32Array(VOICE_HOP_SAMPLES);
      const isInside = row >= OVERLAPS - 1 && row < spectra.hops;
      for (let at = 0; at < VOICE_HOP_SAMPLES; at++) {
        samples[at] = (sum[at] as number) / (isInside ? INSIDE_OVERLAP : overlap(row, at, spectra.hops));
      }
      sum.copyWithin(0, VOICE_HOP_SAMPLES);
      sum.fill(0, VOICE_FRAME_SAMPLES);
      return samples;
    };
    // Two real frames are transformed as one complex frame.
    for (let hop = 0; hop < spectra.hops; hop += 2) {
      pulses.makeUntil((hop + 1) * VOICE_HOP_SAMPLES + VOICE_FRAME_SAMPLES / 2);
      this.takePulses(pulses.samples, hop);
      this.transform.forward();
      this.shape(spectra, hop);
      this.transform.backward();
      this.addTo(sum);
      for (let row = hop; row < Math.min(hop + 2, spectra.hops); row++) {
        const samples = emit(row);
        // The first frame begins half a frame before the first sample.
        if (row >= OVERLAPS / 2) yield samples;
      }
    }
    for (let row = spectra.hops; row < spectra.hops + OVERLAPS / 2; row++) {
      const samples = emit(row);
      if (row >= OVERLAPS / 2) yield samples;
    }
  }

  private takePulses(pulses: Float32Array, hop: number): void {
    const { numbers } = this.transform;
    const from = hop * VOICE_HOP_SAMPLES - VOICE_FRAME_SAMPLES / 2;
    for (let sample = 0; sample < VOICE_FRAME_SAMPLES; sample++) {
      const weight = (HANN[sample] as number) / PULSE_SCALE;
      numbers[2 * sample] = mirrored(pulses, from + sample) * weight;
      numbers[2 * sample + 1] = mirrored(pulses, from + VOICE_HOP_SAMPLES + sample) * weight;
    }
  }

  /** Adds two frames; a missing second one counts as silence. */
  private addTo(sum: Float64Array): void {
    const { numbers } = this.transform;
    for (let sample = 0; sample < VOICE_FRAME_SAMPLES; sample++) {
      const weight = (HANN[sample] as number) / VOICE_FRAME_SAMPLES;
      const second = sample + VOICE_HOP_SAMPLES;
      sum[sample] = (sum[sample] as number) + (numbers[2 * sample] as number) * weight;
      sum[second] = (sum[second] as number) + (numbers[2 * sample + 1] as number) * weight;
    }
  }

  /** Turns the pulse spectra of two frames into their final spectra. */
  private shape(spectra: Spectra, hop: number): void {
    const { numbers } = this.transform;
    const hasSecond = hop + 1 < spectra.hops;
    this.noise.jump();
    for (let bin = 0; bin < BINS; bin++) {
      const at = 2 * bin;
      const mirror = bin === 0 ? 0 : 2 * (VOICE_FRAME_SAMPLES - bin);
      const a = numbers[at] as number;
      const b = numbers[at + 1] as number;
      const c = numbers[mirror] as number;
      const d = numbers[mirror + 1] as number;
      // The transform of a real signal is conjugate symmetric, which separates the two frames and joins them again.
      this.shapeBin(spectra, bin * spectra.hops + hop, (a + c) / 2, (b - d) / 2);
      const x = this.shapedReal;
      const y = this.shapedImaginary;
      if (hasSecond) this.shapeBin(spectra, bin * spectra.hops + hop + 1, (b + d) / 2, (c - a) / 2);
      const u = hasSecond ? this.shapedReal : 0;
      const v = hasSecond ? this.shapedImaginary : 0;
      const isEdge = bin === 0 || bin === BINS - 1;
      numbers[at] = isEdge ? x : x - v;
      numbers[at + 1] = isEdge ? u : y + u;
      if (isEdge) continue;
      numbers[mirror] = x + v;
      numbers[mirror + 1] = u - y;
    }
  }

  private shapeBin(spectra: Spectra, at: number, real: number, imaginary: number): void {
    const rest = levelOf(spectra.rest[at] as number);
    const phase = stepOfPhase(spectra.restPhases[at] as number);
    let x = rest * cosOfStep(phase);
    let y = rest * sinOfStep(phase);
    // Skips bins without harmonics.
    if (real !== 0 || imaginary !== 0) {
      const level = levelOf(spectra.harmonics[at] as number);
      const turn = stepOfHalfTurns(spectra.harmonicTurns[at] as number);
      const cos = level * cosOfStep(turn);
      const sin = level * sinOfStep(turn);
      x += real * cos - imaginary * sin;
      y += real * sin + imaginary * cos;
    }
    const noise = spectra.noise[at] as number;
    if (noise > INAUDIBLE) {
      const level = levelOf(noise);
      x += level * this.noise.next();
      y += level * this.noise.next();
    }
    this.shapedReal = x;
    this.shapedImaginary = y;
  }
}

const levelOf = (logarithm: number): number => Math.exp(Math.min(logarithm, MAX_LEVEL));

/** Pads with the samples' mirror image. */
function mirrored(samples: Float32Array, at: number): number {
  const last = samples.length - 1;
  return samples[at < 0 ? -at : at > last ? 2 * last - at : at] ?? 0;
}

/** Sum of the squared windows that overlap in a sample. */
function overlap(row: number, at: number, hops: number): number {
  let sum = 0;
  for (let before = 0; before < OVERLAPS; before++) {
    if (row - before < 0 || row - before >= hops) continue;
    sum += (HANN[before * VOICE_HOP_SAMPLES + at] as number) ** 2;
  }
  return Math.max(sum, LEAST_OVERLAP);
}
