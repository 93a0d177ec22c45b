import type { LocalCandidate, MediaSession } from '../media/index.js';
import type { ClientConnection } from '../call-client/index.js';

export interface CallAnswer {
  readonly kind: 'answered';
  readonly sessionId: string;
  readonly sdp: string;
  readonly candidates: readonly LocalCandidate[];
}

/** A call with all resources reserved. It begins when the called party answers. */
export interface ReservedCall {
  readonly kind: 'reserved';
  readonly media: MediaSession;
  /**
   * Begins the call. The agent speaks once its media is connected.
   * @param message Replaces the greeting and cannot be interrupted.
   */
  begin(connection: ClientConnection, message?: string): CallAnswer;
  /** Releases slot and media unless the call has begun. Idempotent. */
  cancel(): void;
}
