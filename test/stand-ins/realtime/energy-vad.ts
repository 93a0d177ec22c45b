import { loudness } from '../audio/pcm.js';

/** Frames classified as speech or silence. */
const FRAME_MS = 20;

/** The speech threshold: well above line noise, well below a voice. */
const SPEECH_LOUDNESS = 500;

/** Minimum speech to start a turn, longer than a click. */
const BEGIN_MS = 60;

/** Audio before the start that belongs to the turn. */
const PREFIX_MS = 300;

export type VadOutcome =
  | { readonly kind: 'started'; readonly startMs: number }
  | { readonly kind: 'stopped'; readonly startMs: number; readonly endMs: number };

/** Detects speech by loudness alone, which suffices for the clean speech of tests. */
export class EnergyVad {
  private waiting: Int16Array = new Int16Array(0);
  private positionMs = 0;
  private loudMs = 0;
  private quietMs = 0;
  private startMs: number | undefined;

  constructor(
    private readonly rateHz: number,
    private readonly silenceMs: number,
  ) {}

  /** Position of the next sample in ms. */
  get atMs(): number {
    return this.positionMs;
  }

  hear(samples: Int16Array): VadOutcome[] {
    const joined = new Int16Array(this.waiting.length + samples.length);
    joined.set(this.waiting);
    joined.set(samples, this.waiting.length);
    const frame = (this.rateHz * FRAME_MS) / 1000;
    const outcomes: VadOutcome[] = [];
    let at = 0;
    for (; at + frame <= joined.length; at += frame) {
      const outcome = this.judge(joined.subarray(at, at + frame));
      if (outcome) outcomes.push(outcome);
    }
    this.waiting = joined.slice(at);
    return outcomes;
  }

  private judge(frame: Int16Array): VadOutcome | undefined {
    const loud = loudness(frame) > SPEECH_LOUDNESS;
    this.positionMs += FRAME_MS;
    this.loudMs = loud ? this.loudMs + FRAME_MS : 0;
    this.quietMs = loud ? 0 : this.quietMs + FRAME_MS;
    if (this.startMs === undefined) {
      if (this.loudMs < BEGIN_MS) return undefined;
      this.startMs = Math.max(0, this.positionMs - BEGIN_MS - PREFIX_MS);
      return { kind: 'started', startMs: this.startMs };
    }
    if (this.quietMs < this.silenceMs) return undefined;
    const startMs = this.startMs;
    this.startMs = undefined;
    return { kind: 'stopped', startMs, endMs: this.positionMs };
  }
}
