import type { OverlapEvidence } from '../overlap-evidence.js';
import { RecentSamples } from './recent-samples.js';
import type { OverlapJudge, OverlapStream } from './voice-activity-detector.js';
import { WordLooks } from './word-looks.js';

/** Sample rate of the classifier. */
const RATE_HZ = 16_000;
/** A voice is detected up to this long after its onset, and the classifier needs audio from before it. */
const FOUND_LATE_MS = 600;

/** Follows a voice over the agent from its onset, and classifies it. */
export class OverlapListener {
  private readonly past: RecentSamples;
  private pastEndMs = -Infinity;
  private stream: OverlapStream | undefined;
  /** Counted in samples, so that frames that arrive late in a burst do not lengthen it. */
  private sinceOnsetMs = 0;

  /** @param words Spots words in the voice; absent if unsupported. */
  constructor(
    private readonly judge: OverlapJudge,
    readonly words?: WordLooks,
  ) {
    this.past = new RecentSamples(samplesIn(words ? WordLooks.pastMs : FOUND_LATE_MS + judge.leadMs));
  }

  get listening(): boolean {
    return this.stream !== undefined;
  }

  /** Takes all caller audio, at 16 kHz. @returns The classification so far, while a voice is followed. */
  hear(samples: Int16Array, endMs: number): OverlapEvidence | undefined {
    this.past.push(samples);
    this.words?.hear(this.past, endMs);
    this.pastEndMs = endMs;
    this.sinceOnsetMs += (samples.length * 1_000) / RATE_HZ;
    return this.push(samples);
  }

  /** A voice started while the agent speaks. @returns Its classification so far. */
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
