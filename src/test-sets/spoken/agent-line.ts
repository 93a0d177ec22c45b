import type { AgentSpeech, ClearedSpeech } from '../../voice/index.js';
import { FRAME_MS } from './caller-voice.js';

const FULL_SCALE = 32_768;
/** Softer than this is silence (RMS, of 1). */
const AUDIBLE_LEVEL = 0.003;
/** A second of them. */
const REMEMBERED_FRAMES = 50;

/** What the agent says, sent frame by frame as over a network: the caller hears it, and notes when. */
export class AgentLine implements AgentSpeech {
  private chunks: Int16Array[] = [];
  private queued = 0;
  private sentSinceClear = 0;
  private marks: { readonly atSample: number; readonly reached: () => void }[] = [];
  private written = 0;
  private gain = 1;
  /** Of what was sent last, newest first. */
  private readonly levels: number[] = [];
  private readonly frameSamples: number;

  constructor(private readonly rateHz: number) {
    this.frameSamples = (rateHz / 1_000) * FRAME_MS;
  }

  get queuedMs(): number {
    return this.ms(this.queued);
  }

  write(samples: Int16Array): void {
    this.chunks.push(samples.slice());
    this.queued += samples.length;
    this.written += samples.length;
  }

  mark(reached: () => void): void {
    this.marks.push({ atSample: this.written, reached });
  }

  setGain(gain: number): void {
    this.gain = gain;
  }

  levelAgo(agoMs: number): number {
    return this.levels[Math.round(agoMs / FRAME_MS)] ?? 0;
  }

  clear(): ClearedSpeech {
    const cleared = { sentMs: this.ms(this.sentSinceClear), droppedMs: this.queuedMs };
    this.chunks = [];
    this.marks = [];
    this.written -= this.queued;
    this.queued = 0;
    this.sentSinceClear = 0;
    return cleared;
  }

  /** Sends the next frame. @returns Whether the caller hears something in it. */
  send(): boolean {
    const frame = this.take();
    const sent = this.written - this.queued;
    const reached = this.marks.filter(({ atSample }) => atSample <= sent);
    this.marks = this.marks.filter(({ atSample }) => atSample > sent);
    for (const mark of reached) mark.reached();
    const level = (rmsOf(frame) * this.gain) / FULL_SCALE;
    this.levels.unshift(level);
    this.levels.length = Math.min(this.levels.length, REMEMBERED_FRAMES);
    return level > AUDIBLE_LEVEL;
  }

  private take(): Int16Array {
    const frame = new Int16Array(this.frameSamples);
    let filled = 0;
    while (filled < frame.length) {
      const [first] = this.chunks;
      if (!first) break;
      const part = first.subarray(0, frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      if (part.length === first.length) this.chunks.shift();
      else this.chunks[0] = first.subarray(part.length);
    }
    this.queued -= filled;
    this.sentSinceClear += filled;
    return frame;
  }

  private ms(samples: number): number {
    return (samples / this.rateHz) * 1_000;
  }
}

const rmsOf = (frame: Int16Array): number =>
  Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, frame.length));
