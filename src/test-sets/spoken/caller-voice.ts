import type { SpokenVoice } from '../script/test-script.js';
import { musicAt } from './music.js';

export const CALLER_VOICE_RATE_HZ = 16_000;
export const CALLER_FRAME_MS = 20;
export const CALLER_FRAME_SAMPLES = (CALLER_VOICE_RATE_HZ / 1_000) * CALLER_FRAME_MS;

/** Synthesizes caller speech: mono samples at `CALLER_RATE_HZ`. @throws AgentFault if it can't. */
export type CallerSpeech = (text: string) => Promise<Int16Array>;

const FULL_SCALE = 32_768;
const COUGH_MS = 250;
/** A cough is about as loud as speech. */
const COUGH_PEAK = 9_000;

/** Deterministic noise, so that a failing case fails again. */
class Noise {
  private state = 0x2545f491;

  /** From -1 to 1. */
  next(): number {
    // xorshift32 (Marsaglia, 2003).
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state | 0) / 0x80000000;
  }
}

/** The voice of a spoken case's caller. */
export class CallerVoice {
  private readonly noise = new Noise();
  private readonly noisePeak: number;
  private readonly musicRms: number;
  private saidSamples = 0;

  constructor(
    readonly speak: CallerSpeech,
    { noiseDb, musicDb }: SpokenVoice,
  ) {
    // Uniform noise of peak p has an RMS of p / √3.
    this.noisePeak = noiseDb === undefined ? 0 : FULL_SCALE * Math.sqrt(3) * 10 ** (noiseDb / 20);
    this.musicRms = musicDb === undefined ? 0 : FULL_SCALE * 10 ** (musicDb / 20);
  }

  /** A decaying burst of noise. */
  cough(): Int16Array {
    const samples = new Int16Array((CALLER_VOICE_RATE_HZ / 1_000) * COUGH_MS);
    return samples.map((_, index) => COUGH_PEAK * this.noise.next() * (1 - index / samples.length) ** 2);
  }

  /** The next frame from the telephone: speech or silence, plus background sound. */
  frame(speech: Int16Array | undefined): Int16Array {
    const frame = new Int16Array(CALLER_FRAME_SAMPLES);
    if (speech) frame.set(speech);
    const from = this.saidSamples;
    this.saidSamples += frame.length;
    if (this.noisePeak === 0 && this.musicRms === 0) return frame;
    return frame.map((sample, at) => {
      const noise = this.noisePeak === 0 ? 0 : this.noisePeak * this.noise.next();
      const music = this.musicRms === 0 ? 0 : this.musicRms * musicAt((from + at) / CALLER_VOICE_RATE_HZ);
      return Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, sample + noise + music));
    });
  }
}
