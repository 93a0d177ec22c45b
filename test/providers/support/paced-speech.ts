import type { AgentSpeech, ClearedSpeech } from '../../../src/voice/agent-adapter.js';
import { concatenate } from '../../stand-ins/audio/pcm.js';

const FRAME_MS = 20;

type Entry =
  { readonly kind: 'audio'; samples: Int16Array } | { readonly kind: 'mark'; readonly reached: () => void };

/** Speech sent in real time like media does, kept for tests to inspect. */
export class PacedSpeech implements AgentSpeech {
  /** When each first chunk after silence was written and sent, for measurements. */
  readonly writtenAtMs: number[] = [];
  /** Each gain that was set; stored audio is unscaled. */
  readonly gains: number[] = [];
  /** Maximum queue length. */
  mostQueuedMs = 0;
  /** The longest gap between two chunks of speech. */
  longestGapMs = 0;
  private entries: Entry[] = [];
  private parts: Int16Array[] = [];
  private sentSamples = 0;
  private owedMs = 0;
  private gapMs = Number.NEGATIVE_INFINITY;
  private lastMs = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly sampleRateHz: number) {
    this.timer = setInterval(() => this.send(), FRAME_MS);
  }

  get queuedMs(): number {
    const samples = this.entries.reduce(
      (sum, entry) => sum + (entry.kind === 'audio' ? entry.samples.length : 0),
      0,
    );
    return (samples * 1000) / this.sampleRateHz;
  }

  /** All audio sent to the caller. */
  get heard(): Int16Array {
    return concatenate(this.parts);
  }

  get heardMs(): number {
    return (this.parts.reduce((sum, part) => sum + part.length, 0) * 1000) / this.sampleRateHz;
  }

  write(samples: Int16Array): void {
    this.writtenAtMs.push(performance.now());
    this.entries.push({ kind: 'audio', samples: samples.slice() });
    this.mostQueuedMs = Math.max(this.mostQueuedMs, this.queuedMs);
  }

  mark(reached: () => void): void {
    this.entries.push({ kind: 'mark', reached });
    this.reachMarks();
  }

  setGain(gain: number): void {
    this.gains.push(gain);
  }

  /** No echo. */
  readonly silentForMs = Infinity;

  levelAgo(): number {
    return 0;
  }

  clear(): ClearedSpeech {
    const outcome = { sentMs: (this.sentSamples * 1000) / this.sampleRateHz, droppedMs: this.queuedMs };
    this.entries = [];
    this.sentSamples = 0;
    return outcome;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private send(): void {
    const nowMs = performance.now();
    this.owedMs = Math.min(this.owedMs + nowMs - this.lastMs, 200);
    this.lastMs = nowMs;
    while (this.owedMs >= FRAME_MS) {
      this.owedMs -= FRAME_MS;
      const sent = this.sendFrame((this.sampleRateHz * FRAME_MS) / 1000);
      if (sent) this.longestGapMs = Math.max(this.longestGapMs, this.gapMs);
      this.gapMs = sent ? 0 : this.gapMs + FRAME_MS;
    }
  }

  /** @returns Whether there was anything to send. */
  private sendFrame(wanted: number): boolean {
    let left = wanted;
    this.reachMarks();
    for (let first = this.entries[0]; first?.kind === 'audio' && left > 0; first = this.entries[0]) {
      const part = first.samples.subarray(0, left);
      this.parts.push(part);
      this.sentSamples += part.length;
      left -= part.length;
      first.samples = first.samples.subarray(part.length);
      if (first.samples.length === 0) this.entries.shift();
      this.reachMarks();
    }
    return left < wanted;
  }

  private reachMarks(): void {
    for (let first = this.entries[0]; first?.kind === 'mark'; first = this.entries[0]) {
      this.entries.shift();
      first.reached();
    }
  }
}
