import type { OverlapEvidence } from '../overlap-evidence.js';
import type { JudgedWindow } from './speech-segmenter.js';
import type { WordSpotter } from './word-looks.js';

/** VAD for the audio of many calls. */
export interface VoiceActivityDetector {
  /**
   * Opens a stream for one call.
   * @param onWindow Called for each window of `windowMs`, in order; its times are those of `push`.
   */
  open(onWindow: (window: JudgedWindow) => void): VoiceActivityStream;
  readonly windowMs: number;
  /** Classifies speech over the agent; absent if unsupported. */
  readonly overlaps?: OverlapJudge;
  /** Spots English words in speech over the agent; absent if unsupported. */
  readonly words?: WordSpotter | undefined;
  /** Releases the model; idempotent. */
  close(): Promise<void>;
}

export interface VoiceActivityStream {
  /**
   * @param samples Mono, 16 kHz; they are copied.
   * @param endMs When the last of them was heard.
   */
  push(samples: Int16Array, endMs: number): void;
  /** The end of the last judged window; -Infinity before the first. */
  readonly judgedUntilMs: number;
  /** Stops all reports. */
  close(): void;
}

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
