import { LeadingSilence } from '../../common/audio/index.js';
import type { AgentFault, AgentSpeech } from '../../voice/agent-adapter.js';

const SAMPLE_RATE_HZ = 16_000;
const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1_000;

/** The first piece is this short, so that its mark tells when the caller began to hear. */
const FIRST_PIECE_MS = 20;

export interface SpeakingListener {
  /** The first audio is queued. */
  begun(): void;
  /** The first audio was sent. */
  heard(): void;
  /** All of it was sent. */
  finished(): void;
  failed(fault: AgentFault): void;
}

/** How far the caller heard what was being said. */
export interface SpokenPart {
  readonly sentMs: number;
  /** Length of what was synthesised so far. */
  readonly spokenMs: number;
}

interface Speaking {
  readonly pieces: Int16Array[];
  readonly listener: SpeakingListener;
  /** Everything is synthesised. */
  complete: boolean;
  begun: boolean;
  /** What the speech queue was given of others, since its last `clear`, before this began. */
  othersMs: number;
  /** How far it was sent when it was last paused. */
  sentBeforePauseMs: number;
}

/** Speaks sentences one after the other, and can stop in the middle and go on there. Says one thing at a time. */
export class Mouth {
  readonly #speech: AgentSpeech;
  readonly #synthesise: (sentence: string) => Promise<Int16Array>;
  #speaking: Speaking | undefined;
  #paused = false;
  #writtenSinceClearMs = 0;

  constructor(speech: AgentSpeech, synthesise: (sentence: string) => Promise<Int16Array>) {
    this.#speech = speech;
    this.#synthesise = synthesise;
  }

  /** Speaks; what was being said before is dropped. The first sentence goes out while the next is synthesised. */
  say(sentences: readonly string[], listener: SpeakingListener): void {
    this.drop();
    const speaking: Speaking = {
      pieces: [],
      listener,
      complete: false,
      begun: false,
      othersMs: this.#writtenSinceClearMs,
      sentBeforePauseMs: 0,
    };
    this.#speaking = speaking;
    this.#produce(speaking, sentences).catch((fault: AgentFault) => {
      if (this.#speaking !== speaking) return;
      this.drop();
      listener.failed(fault);
    });
  }

  /** Falls silent at once; `resume` goes on at the same place. */
  pause(): void {
    const speaking = this.#speaking;
    if (!speaking || this.#paused) return;
    const { sentMs } = this.#speech.clear();
    const sentOfThisMs = Math.max(0, sentMs - speaking.othersMs);
    speaking.sentBeforePauseMs = Math.min(speaking.sentBeforePauseMs + sentOfThisMs, lengthMs(speaking));
    speaking.othersMs = 0;
    this.#writtenSinceClearMs = 0;
    this.#paused = true;
  }

  resume(): void {
    const speaking = this.#speaking;
    if (!speaking || !this.#paused) return;
    this.#paused = false;
    let skipSamples = Math.round(speaking.sentBeforePauseMs * SAMPLES_PER_MS);
    for (const piece of speaking.pieces) {
      this.#write(piece.subarray(Math.min(skipSamples, piece.length)));
      skipSamples = Math.max(0, skipSamples - piece.length);
    }
    if (speaking.complete) this.#markEnd(speaking);
  }

  /** Falls silent for good; undefined when nothing was being said. */
  drop(): SpokenPart | undefined {
    const speaking = this.#speaking;
    if (!speaking) return undefined;
    this.pause();
    this.#paused = false;
    this.#speaking = undefined;
    return { sentMs: Math.round(speaking.sentBeforePauseMs), spokenMs: Math.round(lengthMs(speaking)) };
  }

  async #produce(speaking: Speaking, sentences: readonly string[]): Promise<void> {
    for (const sentence of sentences) {
      const spoken = await this.#synthesise(sentence);
      if (this.#speaking !== speaking) return;
      const samples = speaking.pieces.length === 0 ? beginningAtOnce(spoken) : spoken;
      speaking.pieces.push(samples);
      if (!this.#paused) this.#speak(speaking, samples);
    }
    speaking.complete = true;
    if (!this.#paused) this.#markEnd(speaking);
  }

  #speak(speaking: Speaking, samples: Int16Array): void {
    if (speaking.begun) return this.#write(samples);
    speaking.begun = true;
    const firstPiece = FIRST_PIECE_MS * SAMPLES_PER_MS;
    this.#write(samples.subarray(0, firstPiece));
    this.#speech.mark(() => speaking.listener.heard());
    this.#write(samples.subarray(firstPiece));
    speaking.listener.begun();
  }

  #write(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#speech.write(samples);
    this.#writtenSinceClearMs += samples.length / SAMPLES_PER_MS;
  }

  #markEnd(speaking: Speaking): void {
    this.#speech.mark(() => {
      if (this.#speaking !== speaking || this.#paused) return;
      this.#speaking = undefined;
      speaking.listener.finished();
    });
  }
}

/** The voice takes some 200 ms to begin; a caller who waits for the answer shouldn't. */
function beginningAtOnce(samples: Int16Array): Int16Array {
  const silence = new LeadingSilence(SAMPLE_RATE_HZ);
  const audible = silence.take(samples);
  return audible.length > 0 ? audible : silence.finish();
}

function lengthMs(speaking: Speaking): number {
  return speaking.pieces.reduce((sum, piece) => sum + piece.length, 0) / SAMPLES_PER_MS;
}
