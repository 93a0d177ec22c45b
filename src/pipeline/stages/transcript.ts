/** What was understood of a stretch of speech. */
export interface Transcript {
  /** The words; empty when there are none. */
  readonly text: string;
  /** It is all that was said until the silence that the caller is in; absent where more may be to come. */
  readonly settled?: boolean;
  /** 0 to 1: how sure the recogniser is of the words; absent where it doesn't tell. */
  readonly confidence?: number;
  /** The words are more likely wrong than right; without any, something was said that nobody understood. */
  readonly doubtful?: boolean;
  /** How likely it is, by the words alone, that nothing is missing at their end, 0 to 1; absent where nobody tells. */
  readonly completeness?: number;
  /** Keys of the telephone that were pressed. */
  readonly keys?: string;
}

/** Stretches of speech as one. */
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
