import type { AgentSpeech } from '../agent-adapter.js';

/** How much of one part of speech (an item, a sentence) was sent to the caller when the speech was cut off. */
export interface PartHeard {
  readonly partId: string;
  readonly heardMs: number;
  readonly writtenMs: number;
}

interface Part {
  readonly partId: string;
  readonly beginsAtMs: number;
  writtenMs: number;
}

/** The first piece of speech is this short, so that its mark tells when the caller began to hear it. */
const FIRST_PIECE_MS = 20;

/**
 * Keeps the books of what is spoken: which part of the speech queue belongs to what, so that an interruption can tell exactly
 * how far the caller heard each part.
 */
export class SpeechLedger {
  readonly #speech: AgentSpeech;
  readonly #sampleRateHz: number;
  #parts: Part[] = [];
  #writtenMs = 0;

  constructor(speech: AgentSpeech, sampleRateHz: number) {
    this.#speech = speech;
    this.#sampleRateHz = sampleRateHz;
  }

  /** Whether anything that was written is not known to be heard yet. */
  get speaking(): boolean {
    return this.#parts.length > 0;
  }

  get queuedMs(): number {
    return this.#speech.queuedMs;
  }

  /**
   * Speaks samples of a part; parts are spoken one after the other.
   * @param begun Called when the caller begins to hear the part; only looked at with its first samples.
   */
  write(partId: string, samples: Int16Array, begun?: () => void): void {
    if (samples.length === 0) return;
    const lengthMs = (samples.length * 1000) / this.#sampleRateHz;
    const known = this.#parts.find((part) => part.partId === partId);
    const part = known ?? { partId, beginsAtMs: this.#writtenMs, writtenMs: 0 };
    if (!known) this.#parts.push(part);
    part.writtenMs += lengthMs;
    this.#writtenMs += lengthMs;
    if (known || !begun) return this.#speech.write(samples);
    const firstPiece = (this.#sampleRateHz * FIRST_PIECE_MS) / 1000;
    this.#speech.write(samples.subarray(0, firstPiece));
    this.#speech.mark(begun);
    if (samples.length > firstPiece) this.#speech.write(samples.subarray(firstPiece));
  }

  /** Says that a part is complete; calls back when the caller has heard all of it, and never when it is cut off. */
  finish(partId: string, heard: () => void): void {
    this.#speech.mark(() => {
      this.#parts = this.#parts.filter((part) => part.partId !== partId);
      heard();
    });
  }

  /** Stops speaking at once. @returns What was spoken and not known to be heard, in order. */
  cut(): readonly PartHeard[] {
    const { sentMs } = this.#speech.clear();
    const parts = this.#parts.map(({ partId, beginsAtMs, writtenMs }) => ({
      partId,
      writtenMs,
      heardMs: Math.round(Math.min(Math.max(sentMs - beginsAtMs, 0), writtenMs)),
    }));
    this.#parts = [];
    this.#writtenMs = 0;
    return parts;
  }
}
