import type { OverlapEvidence } from '../overlap-evidence.js';
import type { OverlapJudge, OverlapStream } from './overlap-judge.js';
import { RecentSamples } from './recent-samples.js';
import { WordLooks } from './word-looks.js';

/** What the sound is judged by, at 16 kHz. */
const RATE_HZ = 16_000;
/** A voice is found up to so long after it began, and the judge wants to hear before it. */
const FOUND_LATE_MS = 600;
/** A voice may begin so long before the moment at which it was found to begin. */
const SOFT_BEGINNING_MS = 100;

/** Follows a voice over the agent's from its beginning on, and tells what it may be. */
export class OverlapListener {
  private readonly past: RecentSamples;
  /** What the agent had sent, as late as its echo is. Absent where no echo was ever heard. */
  private sent: RecentSamples | undefined;
  private pastEndMs = -Infinity;
  private stream: OverlapStream | undefined;
  /** Counted in samples: frames that come late and all at once are no longer than others. */
  private sinceOnsetMs = 0;

  /** @param words Has the words of a voice looked at; absent where nobody does. */
  constructor(
    private readonly judge: OverlapJudge,
    readonly words?: WordLooks,
  ) {
    const soundMs = FOUND_LATE_MS + SOFT_BEGINNING_MS + judge.backgroundMs;
    this.past = new RecentSamples(samplesIn(words ? Math.max(soundMs, WordLooks.pastMs) : soundMs));
  }

  get listening(): boolean {
    return this.stream !== undefined;
  }

  /**
   * Takes all that the caller sends, at 16 kHz.
   * @param sent What of the agent's voice comes back in it, as it was sent; undefined where nothing does.
   * @returns What is known now, while a voice is followed.
   */
  hear(samples: Int16Array, endMs: number, sent?: Int16Array): OverlapEvidence | undefined {
    this.past.push(samples);
    this.words?.hear(this.past, endMs);
    if (sent) this.sent ??= new RecentSamples(this.past.capacity);
    this.sent?.push(sent ?? new Int16Array(samples.length));
    this.pastEndMs = endMs;
    this.sinceOnsetMs += (samples.length * 1_000) / RATE_HZ;
    return this.push(samples, sent);
  }

  /** A voice began while the agent speaks. @returns What is known of it already. */
  begin(onsetMs: number, usualLevelDbfs: number | undefined): OverlapEvidence | undefined {
    this.sinceOnsetMs = this.pastEndMs - onsetMs;
    this.stream = this.judge.open(
      usualLevelDbfs,
      this.before(this.past),
      this.sent && this.before(this.sent),
    );
    const known = samplesIn(this.sinceOnsetMs + this.judge.leadMs);
    return this.push(this.past.last(known), this.sent?.last(known));
  }

  end(): void {
    this.stream = undefined;
  }

  private before(past: RecentSamples): Int16Array {
    const withVoice = samplesIn(this.sinceOnsetMs + SOFT_BEGINNING_MS);
    const all = past.last(withVoice + samplesIn(this.judge.backgroundMs));
    return all.subarray(0, Math.max(0, all.length - withVoice));
  }

  private push(samples: Int16Array, sent?: Int16Array): OverlapEvidence | undefined {
    const heard = this.stream?.push(samples, sent);
    return heard && { ...heard, sinceOnsetMs: Math.round(this.sinceOnsetMs) };
  }
}

function samplesIn(ms: number): number {
  return Math.max(0, Math.round((ms * RATE_HZ) / 1_000));
}
