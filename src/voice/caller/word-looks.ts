import type { RecentSamples } from './recent-samples.js';

const SAMPLES_A_MS = 16;
/** Shorter speech yields no reliable words. */
const FIRST_MS = 300;
const EVERY_MS = 100;
/** Longer speech over the agent has already been judged. */
const LONGEST_MS = 4_000;
/** Speech may begin this long before its detected onset. */
const LEAD_MS = 100;

/** CPU share for word spotting in a call; up to `SAVED_MS` can be saved for long speech. */
const SHARE = 0.03;
const SAVED_MS = 1_500;

/** The words spotted so far in ongoing speech. */
export interface WordsSeen {
  readonly text: string;
  /** How much more likely these words are than a hum or another backchannel (difference of natural logarithms). */
  readonly margin: number;
  /** CPU time of the look. */
  readonly cpuMs: number;
}

/** A recognizer for quick looks at ongoing speech; for many calls. */
export interface WordSpotter {
  /** A look would start at once. */
  readonly isIdle: boolean;
  /** @param samples Mono, 16 kHz; empty: only warms up. */
  look(samples: Int16Array, signal?: AbortSignal): Promise<WordsSeen>;
}

/** Repeatedly runs a recognizer on speech over the agent while it grows. */
export class WordLooks {
  private over: AbortController | undefined;
  private fromMs = 0;
  private nextMs = 0;
  private looking = false;
  private ready: Promise<unknown> | undefined;
  private savedMs = SAVED_MS;
  private savedAtMs: number;

  constructor(
    private readonly spotter: WordSpotter,
    private readonly tell: (seen: WordsSeen) => void,
    private readonly nowMs: () => number,
  ) {
    this.savedAtMs = nowMs();
  }

  /** The amount of past audio that must be kept. */
  static readonly pastMs = LONGEST_MS + LEAD_MS;

  begin(fromMs: number): void {
    // Loading the recognizer earlier would delay the greeting.
    this.ready ??= this.spotter.look(new Int16Array(0)).catch(() => undefined);
    this.end();
    this.over = new AbortController();
    this.fromMs = fromMs;
    this.nextMs = FIRST_MS;
  }

  end(): void {
    this.over?.abort();
    this.over = undefined;
  }

  /** @param past Audio until `untilMs`, at 16 kHz. */
  hear(past: RecentSamples, untilMs: number): void {
    const { over } = this;
    const lengthMs = untilMs - this.fromMs;
    if (!over || this.looking || lengthMs < this.nextMs || lengthMs > LONGEST_MS) return;
    if (!this.spotter.isIdle || !this.hasSaved()) return;
    this.nextMs = lengthMs + EVERY_MS;
    void this.look(past.last((lengthMs + LEAD_MS) * SAMPLES_A_MS), over.signal);
  }

  private hasSaved(): boolean {
    const nowMs = this.nowMs();
    this.savedMs = Math.min(SAVED_MS, this.savedMs + SHARE * (nowMs - this.savedAtMs));
    this.savedAtMs = nowMs;
    return this.savedMs > 0;
  }

  private async look(samples: Int16Array, signal: AbortSignal): Promise<void> {
    this.looking = true;
    try {
      const seen = await this.spotter.look(samples, signal);
      this.savedMs -= seen.cpuMs;
      if (!signal.aborted) this.tell(seen);
    } catch {
      // On failure, the sound alone decides.
    } finally {
      this.looking = false;
    }
  }
}
