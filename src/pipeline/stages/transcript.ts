/** The transcript of a stretch of speech. */
export interface Transcript {
  /** The words; empty when there are none. */
  readonly text: string;
  /** Complete up to the current silence; absent if more words may follow. */
  readonly settled?: boolean;
  /** Confidence of the recognizer, 0 to 1; absent if it reports none. */
  readonly confidence?: number;
  /** The words are more likely wrong than right. Without words: speech that could not be recognized. */
  readonly doubtful?: boolean;
  /** How likely the words are complete at their end, 0 to 1, judged from the text; absent if not rated. */
  readonly completeness?: number;
  /** DTMF keys that were pressed. */
  readonly keys?: string;
}

export function joinTranscripts(parts: readonly Transcript[]): Transcript {
  const keys = parts.map((part) => part.keys ?? '').join('');
  return {
    ...(keys !== '' && { keys }),
    ...(parts.some(({ doubtful }) => doubtful) && { doubtful: true }),
    text: parts
      .map(({ text }) => text)
      .join(' ')
      .trim(),
  };
}
