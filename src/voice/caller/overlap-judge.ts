import type { OverlapEvidence } from '../overlap-evidence.js';

/** Classifies by its sound a voice that starts while the agent speaks; for many calls. */
export interface OverlapJudge {
  /**
   * Opens a stream for one voice.
   * @param usualLevelDbfs The caller's usual level, in dBFS; undefined if unknown.
   */
  open(usualLevelDbfs: number | undefined): OverlapStream;
  /** Pre-roll that must be pushed first, in milliseconds. */
  readonly leadMs: number;
}

export interface OverlapStream {
  /**
   * @param samples Mono, 16 kHz.
   * @returns The new classification; undefined if it has not changed.
   */
  push(samples: Int16Array): Omit<OverlapEvidence, 'sinceOnsetMs'> | undefined;
}
