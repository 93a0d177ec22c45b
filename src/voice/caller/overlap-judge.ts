import type { OverlapEvidence } from '../overlap-evidence.js';

/** Tells by its sound what a voice that begins while the agent speaks may be; for many calls. */
export interface OverlapJudge {
  /**
   * Begins to listen to one voice.
   * @param usualLevelDbfs How loud this caller usually is, in dB below full scale; undefined when that isn't known.
   */
  open(usualLevelDbfs: number | undefined): OverlapStream;
  /** How much audio from before the voice began must be pushed first, in milliseconds. */
  readonly leadMs: number;
}

export interface OverlapStream {
  /**
   * @param samples Mono, 16 kHz.
   * @returns What is known now; undefined when nothing has changed.
   */
  push(samples: Int16Array): Omit<OverlapEvidence, 'sinceOnsetMs'> | undefined;
}
