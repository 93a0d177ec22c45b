/**
 * What passes between the service and the thread that codes and writes its recordings. Times are on the service's
 * monotonic clock.
 */

export type RecordedItem =
  | {
      readonly kind: 'caller' | 'agent';
      readonly samples: Int16Array<ArrayBuffer>;
      readonly sampleRateHz: number;
      readonly atMs: number;
      /** Made up for audio that is missing, or comes later. */
      readonly isMadeUp: boolean;
    }
  /** The last of the agent's audio was dropped before it was heard. */
  | { readonly kind: 'agent-cleared'; readonly droppedMs: number };

export type ToRecordingThread =
  | { readonly kind: 'open'; readonly id: string; readonly path: string; readonly startedAtMs: number }
  | {
      readonly kind: 'audio';
      /** Acknowledged once it is coded and written. */
      readonly sequence: number;
      readonly nowMs: number;
      readonly recordings: readonly { readonly id: string; readonly items: readonly RecordedItem[] }[];
    }
  | { readonly kind: 'close'; readonly id: string; readonly atMs: number };

export type FromRecordingThread =
  | { readonly kind: 'written'; readonly sequence: number }
  /** The recording ends here, with what was written so far. */
  | { readonly kind: 'failed'; readonly id: string; readonly code: string }
  | { readonly kind: 'closed'; readonly id: string };

export interface RecordingThreadOptions {
  readonly bitrateBps: number;
}
