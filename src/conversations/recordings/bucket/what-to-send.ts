/** What is known of a file that belongs into the bucket. */
export interface UploadState {
  /** Nobody writes it any more. */
  readonly isComplete: boolean;
  /** Bytes that the bucket has, as pieces. */
  readonly sentBytes: number;
  /** When the bucket had all of it; undefined before. */
  readonly wholeAtMs: number | undefined;
}

export type UploadStep =
  /** Nobody writes, and the file is gone or there is nothing in it. */
  | { readonly kind: 'forget' }
  /** The bucket has all of it, for as long as somebody may still have read the file. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'nothing' }
  /** These bytes, both included. */
  | { readonly kind: 'piece' | 'whole'; readonly first: number; readonly last: number };

/**
 * What to do about a file now.
 * @param sizeBytes Undefined where there is no such file, or none yet.
 * @param keptMs How long a file stays when all of it is in the bucket.
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
