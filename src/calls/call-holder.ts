import type { LocalCandidate } from '../media/media-session.js';
import type { ClientEvent } from './call-features.js';

/** What a call says to whoever holds it. Nothing is said after `closed` and `moved`. */
export type CallNotice =
  | { readonly kind: 'candidate'; readonly candidate: LocalCandidate }
  | {
      readonly kind: 'failed';
      readonly reason: 'media-failure' | 'agent-failure';
      readonly message: string;
      /** No other process has the call, though the lease of this one is over. */
      readonly isNobodyElses?: boolean;
    }
  /** Counted from 1; an event that is told again keeps its number. */
  | { readonly kind: 'event'; readonly number: number; readonly event: ClientEvent }
  /** Another process has the call: nothing is said of it here any more. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'closed' };

/** What is said of a failure. */
export const FAILURES = {
  'media-failure': 'The media connection could not be established or was lost.',
  'agent-failure': 'The agent could not be reached or stopped answering.',
} as const;

/** The client's end of a call: one signaling socket, compared by identity. */
export interface CallHolder {
  /** Asks the other side for a sign of life; false when none comes in the time that a takeover waits. */
  isAlive(): Promise<boolean>;
  /** Ends the socket at once. Its other calls go on without one. */
  cut(): void;
  notify(sessionId: string, notice: CallNotice): void;
}

/** What comes of a socket that presents a session's id. */
export type AttachOutcome =
  | { readonly kind: 'attached' }
  /** Another socket has the call. */
  | { readonly kind: 'held'; readonly by: CallHolder }
  | { readonly kind: 'ended' };
