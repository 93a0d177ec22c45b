import type { LocalCandidate, MediaSession } from '../media/index.js';
import type { CallHolder } from './call-holder.js';

export interface CallAnswer {
  readonly kind: 'answered';
  readonly sessionId: string;
  readonly sdp: string;
  readonly candidates: readonly LocalCandidate[];
}

/** A call that has all that it needs, and begins when whoever is phoned answers. */
export interface ReservedCall {
  readonly kind: 'reserved';
  readonly media: MediaSession;
  /**
   * Begins the call; its agent talks as soon as its media is connected.
   * @param message Said instead of the greeting, and not to be interrupted.
   */
  begin(holder: CallHolder, message?: string): CallAnswer;
  /** Gives place and media back, unless the call has begun. Idempotent. */
  cancel(): void;
}
