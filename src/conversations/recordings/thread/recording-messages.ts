/** Messages between the service and the recording thread. Times are on the service's monotonic clock. */

export type RecordedItem =
  | {
      readonly kind: 'caller' | 'agent';
      readonly samples: Int16Array<ArrayBuffer>;
      readonly sampleRateHz: number;
      readonly atMs: number;
      /** Concealment of missing or late audio. */
      readonly isMadeUp: boolean;
    }
  /** The end of the agent's audio was dropped before playout. */
  | { readonly kind: 'agent-cleared'; readonly droppedMs: number }
  /** Silence this side in between. */
  | {
      readonly kind: 'silence';
      readonly side: 'caller' | 'agent';
      readonly fromMs: number;
      readonly toMs: number;
    };

export type ToRecordingThread =
  | {
      readonly kind: 'open';
      readonly id: string;
      readonly path: string;
      readonly startedAtMs: number;
      /** Parts may have to be silenced later, so it is written late. */
      readonly redacts: boolean;
    }
  | {
      readonly kind: 'audio';
      /** Acknowledged once written. */
      readonly sequence: number;
      readonly nowMs: number;
      readonly recordings: readonly { readonly id: string; readonly items: readonly RecordedItem[] }[];
    }
  | { readonly kind: 'close'; readonly id: string; readonly atMs: number };

export type FromRecordingThread =
  | { readonly kind: 'written'; readonly sequence: number }
  /** The recording ends with what was written so far. */
  | { readonly kind: 'failed'; readonly id: string; readonly code: string }
  | { readonly kind: 'closed'; readonly id: string; readonly waveform: Uint8Array<ArrayBuffer> };

export interface RecordingThreadOptions {
  readonly bitrateBps: number;
}
