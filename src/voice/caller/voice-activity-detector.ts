import type { OverlapJudge } from './overlap-judge.js';
import type { JudgedWindow } from './speech-segmenter.js';
import type { WordSpotter } from './word-looks.js';

/** Finds voices in the audio of many calls. */
export interface VoiceActivityDetector {
  /**
   * Begins to watch the audio of one call.
   * @param onWindow Called for each window of `windowMs`, in order; its times are those of `push`.
   */
  open(onWindow: (window: JudgedWindow) => void): VoiceActivityStream;
  readonly windowMs: number;
  /** Tells what a voice over the agent's may be; absent where nothing does. */
  readonly overlaps?: OverlapJudge;
  /** Looks for English words in a voice over the agent's; absent where nobody does. */
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
  /** Until when all windows are judged; -Infinity before the first. */
  readonly judgedUntilMs: number;
  /** Nothing is reported any more. */
  close(): void;
}
