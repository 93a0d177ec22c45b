/** What was understood of a stretch of speech. */
export interface Transcript {
  /** The words; empty when there are none. */
  readonly text: string;
  /** Speech beside the words that is none the recogniser knows, where it can tell. */
  readonly unknownSpeechMs?: number;
}

/** Stretches of speech as one. */
export function joinTranscripts(parts: readonly Transcript[]): Transcript {
  return {
    text: parts
      .map(({ text }) => text)
      .join(' ')
      .trim(),
    unknownSpeechMs: parts.reduce((sum, { unknownSpeechMs = 0 }) => sum + unknownSpeechMs, 0),
  };
}
