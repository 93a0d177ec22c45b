import type { OverlapEvidence } from '../overlap-evidence.js';
import type { OverlapJudge, OverlapStream } from './overlap-judge.js';
import { RecentSamples } from './recent-samples.js';
import { WordLooks } from './word-looks.js';

/** What the sound is judged by, at 16 kHz. */
const RATE_HZ = 16_000;
/** A voice is found up to so long after it began, and the judge wants to hear before it. */
const FOUND_LATE_MS = 600;

/** Follows a voice over the agent's from its beginning on, and tells what it may be. */
export class OverlapListener {
  private readonly past: RecentSamples;
  private pastEndMs = -Infinity;
  private stream: OverlapStream | undefined;
  /** Counted in samples: frames that come late and all at once are no longer than others. */
  private sinceOnsetMs = 0;

  /** @param words Has the words of a voice looked at; absent where nobody does. */
  constructor(
    private readonly judge: OverlapJudge,
    readonly words?: WordLooks,
  ) {
    this.past = new RecentSamples(samplesIn(words ? WordLooks.pastMs : FOUND_LATE_MS + judge.leadMs));
  }

  get listening(): boolean {
    return this.stream !== undefined;
  }

  /** Takes all that the caller sends, at 16 kHz. @returns What is known now, while a voice is followed. */
  hear(samples: Int16Array, endMs: number): OverlapEvidence | undefined {
    this.past.push(samples);
    this.words?.hear(this.past, endMs);
    this.pastEndMs = endMs;
    this.sinceOnsetMs += (samples.length * 1_000) / RATE_HZ;
    return this.push(samples);
  }

  /** A voice began while the agent speaks. @returns What is known of it already. */
  begin(onsetMs: number, usualLevelDbfs: number | undefined): OverlapEvidence | undefined {
    this.sinceOnsetMs = this.pastEndMs - onsetMs;
    this.stream = this.judge.open(usualLevelDbfs);
    return this.push(this.past.last(samplesIn(this.sinceOnsetMs + this.judge.leadMs)));
  }

  end(): void {
    this.stream = undefined;
  }

  private push(samples: Int16Array): OverlapEvidence | undefined {
    const heard = this.stream?.push(samples);
    return heard && { ...heard, sinceOnsetMs: Math.round(this.sinceOnsetMs) };
  }
}

function samplesIn(ms: number): number {
  return Math.max(0, Math.round((ms * RATE_HZ) / 1_000));
}
