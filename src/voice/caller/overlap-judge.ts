import type { OverlapEvidence } from '../overlap-evidence.js';

/** Tells by its sound what a voice that begins while the agent speaks may be; for many calls. */
export interface OverlapJudge {
  /**
   * Begins to listen to one voice.
   * @param usualLevelDbfs How loud this caller usually is, in dB below full scale; undefined when that isn't known.
   * @param before Up to `backgroundMs` of what was heard before the voice: what goes on around the caller.
   * @param sentBefore What the agent had sent, as late as its echo is; as long as `before`. Absent: there is no echo.
   */
  open(usualLevelDbfs: number | undefined, before: Int16Array, sentBefore?: Int16Array): OverlapStream;
  readonly backgroundMs: number;
  /** How much audio from before the voice began must be pushed first, in milliseconds. */
  readonly leadMs: number;
}

export interface OverlapStream {
  /**
   * @param samples Mono, 16 kHz.
   * @param sent What the agent had sent, as late as its echo is; as long as `samples`.
   * @returns What is known now; undefined when nothing has changed.
   */
  push(samples: Int16Array, sent?: Int16Array): Omit<OverlapEvidence, 'sinceOnsetMs'> | undefined;
}
