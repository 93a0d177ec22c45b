import type { RecentSamples } from './recent-samples.js';

const SAMPLES_A_MS = 16;
/** Less of a voice has no words that could be relied on. */
const FIRST_MS = 300;
const EVERY_MS = 100;
/** What was said for so long over the agent has been judged. */
const LONGEST_MS = 4_000;
/** A voice may begin so long before the moment at which it was found to begin. */
const LEAD_MS = 100;

/** Looks may take so much of a processor in a call; so much, in milliseconds, is saved up for a voice that is long. */
const SHARE = 0.03;
const SAVED_MS = 1_500;

/** What is found in a voice that goes on. */
export interface WordsSeen {
  readonly text: string;
  /** How much likelier that is than a hum or another backchannel (difference of natural logarithms). */
  readonly margin: number;
  /** What the look took of a processor. */
  readonly cpuMs: number;
}

/** A recogniser that has a quick look at what is said so far; for many calls. */
export interface WordSpotter {
  /** A look would begin at once. */
  readonly isIdle: boolean;
  /** @param samples Mono, 16 kHz; none: only makes ready for others. */
  look(samples: Int16Array, signal?: AbortSignal): Promise<WordsSeen>;
}

/** Has a recogniser look at a voice over the agent's again and again, as it grows. */
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

  /** How much of what was heard has to be kept. */
  static readonly pastMs = LONGEST_MS + LEAD_MS;

  begin(fromMs: number): void {
    // Loading the recogniser any earlier would delay the greeting.
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

  /** @param past What was heard until `untilMs`, at 16 kHz. */
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
      // The sound alone judges, as where nobody looks.
    } finally {
      this.looking = false;
    }
  }
}
