import { giveBack } from '../../audio/index.js';
import type { AgentSpeech } from '../agent-adapter.js';

/** How much of one part of speech (an item, a sentence) was sent to the caller before it was cut off. */
export interface PartHeard {
  readonly partId: string;
  readonly heardMs: number;
  /** Length of its speech as written so far, without trailing silence. */
  readonly spokenMs: number;
}

type Entry =
  | {
      readonly kind: 'audio';
      readonly partId: string;
      samples: Int16Array;
      readonly begun: (() => void) | undefined;
    }
  | { readonly kind: 'mark'; readonly reached: () => void };

interface Part {
  heardMs: number;
  writtenMs: number;
  spokenMs: number;
}

/** Of 32,768; below it (-50 dBFS) is the silence that voices add after sentences. */
const LEAST_SOUND = 100;

/** The first piece of a part is this short to reveal when its playout begins. */
const FIRST_PIECE_MS = 20;
/**
 * How long the agent stays silent after it was stopped. Less than some 200 ms is a gap between words, in which the
 * caller would not notice that the agent yielded. More than twice that, because the caller's jitter buffer stretches
 * the last sound by up to 100 ms.
 */
export const GIVES_WAY_MS = 550;

/**
 * The agent's voice, which can be paused at once and resumed. It keeps queued audio that was not sent, and tracks how
 * much of each part (a sentence) the caller heard.
 */
export class PausableVoice {
  /** Queued and not yet heard, oldest first. */
  private entries: Entry[] = [];
  private parts = new Map<string, Part>();
  /** Of the audio sent since the last clear, the amount that belongs to released entries. */
  private releasedMs = 0;
  /** Nothing is sent: paused, or yielding to the caller. */
  private paused = false;
  /** When it was stopped in the middle of something. */
  private cutAtMs = -Infinity;
  private goesOn: NodeJS.Timeout | undefined;
  /** Invalidates marks of a cleared queue. */
  private generation = 0;

  constructor(
    private readonly speech: AgentSpeech,
    private readonly sampleRateHz: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Audio waiting for playout. */
  get queuedMs(): number {
    if (!this.paused) return this.speech.queuedMs;
    return this.entries.reduce(
      (sum, entry) => sum + (entry.kind === 'audio' ? this.lengthMs(entry.samples) : 0),
      0,
    );
  }

  /** True if anything written has not been forgotten or dropped. */
  get speaking(): boolean {
    return this.parts.size > 0;
  }

  /** @param begun Called when playout of the part begins; only used with its first samples. */
  write(partId: string, samples: Int16Array, begun?: () => void): void {
    if (samples.length === 0) return;
    const known = this.parts.get(partId);
    const part = known ?? { heardMs: 0, writtenMs: 0, spokenMs: 0 };
    if (!known) this.parts.set(partId, part);
    const sounding = samples.findLastIndex((sample) => Math.abs(sample) >= LEAST_SOUND) + 1;
    if (sounding > 0) part.spokenMs = part.writtenMs + this.lengthMs(samples.subarray(0, sounding));
    part.writtenMs += this.lengthMs(samples);
    const firstPiece = known ? 0 : Math.min(samples.length, (this.sampleRateHz * FIRST_PIECE_MS) / 1000);
    if (firstPiece > 0) this.add({ kind: 'audio', partId, samples: samples.slice(0, firstPiece), begun });
    if (samples.length > firstPiece) {
      this.add({ kind: 'audio', partId, samples: samples.slice(firstPiece), begun: undefined });
    }
  }

  /** Calls back once everything written so far was heard; never if it is dropped. */
  mark(reached: () => void): void {
    this.add({ kind: 'mark', reached });
  }

  /** Stops playout at once. */
  pause(): void {
    clearTimeout(this.goesOn);
    if (this.paused) return;
    this.paused = true;
    this.generation++;
    const { sentMs, droppedMs } = this.speech.clear();
    if (droppedMs > 0) this.cutAtMs = this.nowMs();
    let heardMs = Math.max(0, sentMs - this.releasedMs);
    this.releasedMs = 0;
    for (const entry of this.entries) {
      if (heardMs <= 0) break;
      if (entry.kind === 'mark') continue;
      const taken = Math.min(entry.samples.length, Math.round((heardMs * this.sampleRateHz) / 1000));
      this.hear(entry.partId, this.lengthMs(entry.samples.subarray(0, taken)));
      heardMs -= this.lengthMs(entry.samples.subarray(0, taken));
      entry.samples = entry.samples.subarray(taken);
    }
    this.entries = this.entries.filter((entry) => {
      const isLeft = entry.kind === 'mark' || entry.samples.length > 0;
      if (!isLeft) giveBack(entry.samples);
      return isLeft;
    });
  }

  /** Resumes where it was paused, but not before the time for yielding has passed. */
  resume(): void {
    clearTimeout(this.goesOn);
    if (!this.paused) return;
    const leftMs = this.cutAtMs + GIVES_WAY_MS - this.nowMs();
    if (leftMs > 0) {
      this.goesOn = setTimeout(() => this.resume(), leftMs).unref();
      return;
    }
    this.paused = false;
    const entries = this.entries;
    this.entries = [];
    for (const entry of entries) this.add(entry);
  }

  /** Stops for good and yields. @returns The playout of each part since the last drop. */
  drop(): ReadonlyMap<string, PartHeard> {
    this.pause();
    for (const entry of this.entries) if (entry.kind === 'audio') giveBack(entry.samples);
    this.entries = [];
    this.resume();
    const parts = new Map<string, PartHeard>();
    for (const [partId, { heardMs, spokenMs, writtenMs }] of this.parts) {
      parts.set(partId, {
        partId,
        heardMs: Math.round(heardMs),
        spokenMs: Math.round(spokenMs || writtenMs),
      });
    }
    this.parts = new Map();
    return parts;
  }

  /** Playout so far of each part that was not forgotten or dropped. */
  get heard(): ReadonlyMap<string, PartHeard> {
    const parts = [...this.parts];
    let leftMs = parts.reduce((sum, [, { writtenMs }]) => sum + writtenMs, -this.queuedMs);
    return new Map(
      parts.map(([partId, { writtenMs, spokenMs }]) => {
        const heardMs = Math.max(0, Math.min(writtenMs, leftMs));
        leftMs -= writtenMs;
        return [partId, { partId, heardMs, spokenMs: spokenMs || writtenMs }];
      }),
    );
  }

  /** Forgets the parts of an utterance that was fully heard. */
  forget(partIds: readonly string[]): void {
    for (const partId of partIds) this.parts.delete(partId);
  }

  private add(entry: Entry): void {
    this.entries.push(entry);
    if (this.paused) return;
    if (entry.kind === 'audio') this.speech.write(entry.samples);
    const generation = this.generation;
    this.speech.mark(() => {
      if (generation === this.generation) this.release(entry);
    });
  }

  /** Releases everything up to this entry, which was heard. */
  private release(last: Entry): void {
    const count = this.entries.indexOf(last) + 1;
    for (const entry of this.entries.splice(0, count)) {
      if (entry.kind === 'mark') {
        entry.reached();
        continue;
      }
      const lengthMs = this.lengthMs(entry.samples);
      giveBack(entry.samples);
      this.releasedMs += lengthMs;
      this.hear(entry.partId, lengthMs);
      entry.begun?.();
    }
  }

  private hear(partId: string, lengthMs: number): void {
    const part = this.parts.get(partId);
    if (part) part.heardMs += lengthMs;
  }

  private lengthMs(samples: Int16Array): number {
    return (samples.length * 1000) / this.sampleRateHz;
  }
}
