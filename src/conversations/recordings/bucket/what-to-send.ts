export interface UploadState {
  /** The file has no writer any more. */
  readonly isComplete: boolean;
  /** Bytes already uploaded as pieces. */
  readonly sentBytes: number;
  /** When the whole file was uploaded; undefined before. */
  readonly wholeAtMs: number | undefined;
}

export type UploadStep =
  /** It has no writer, and is gone or empty. */
  | { readonly kind: 'forget' }
  /** It is uploaded, and the grace for readers is over. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'nothing' }
  /** Upload these bytes, both ends included. */
  | { readonly kind: 'piece' | 'whole'; readonly first: number; readonly last: number };

/**
 * Decides the next step for a file.
 * @param sizeBytes Undefined if the file does not exist (yet).
 * @param keptMs How long a file stays in the folder after its upload.
 */
export function whatToSend(
  { isComplete, sentBytes, wholeAtMs }: UploadState,
  sizeBytes: number | undefined,
  nowMs: number,
  keptMs: number,
): UploadStep {
  if (sizeBytes === undefined) return { kind: isComplete ? 'forget' : 'nothing' };
  if (wholeAtMs !== undefined) return { kind: nowMs - wholeAtMs >= keptMs ? 'remove' : 'nothing' };
  if (isComplete) {
    return sizeBytes === 0 ? { kind: 'forget' } : { kind: 'whole', first: 0, last: sizeBytes - 1 };
  }
  return sizeBytes > sentBytes
    ? { kind: 'piece', first: sentBytes, last: sizeBytes - 1 }
    : { kind: 'nothing' };
}
