import type { LocalCandidate } from '../media/media-session.js';
import type { ClientEvent } from './call-features.js';

/** Notifications to the connected client. `closed` and `moved` are final. */
export type CallNotice =
  | { readonly kind: 'candidate'; readonly candidate: LocalCandidate }
  | {
      readonly kind: 'failed';
      readonly reason: 'media-failure' | 'agent-failure';
      readonly message: string;
      /** This instance's lease expired, but no other process owns the call. */
      readonly isNobodyElses?: boolean;
    }
  /** Counted from 1; a repeated event keeps its number. */
  | { readonly kind: 'event'; readonly number: number; readonly event: ClientEvent }
  /** Another process owns the call, and this one sends nothing more about it. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'closed' };

const FAILURES = {
  'media-failure': 'The media connection could not be established or was lost.',
  'agent-failure': 'The agent could not be reached or stopped answering.',
} as const;

/** The client's end of a call: one signaling socket, compared by identity. */
export interface ClientConnection {
  /** Pings the client; false on timeout. A takeover waits for the result. */
  isAlive(): Promise<boolean>;
  /** Closes the socket at once. Its other calls continue without a socket. */
  cut(): void;
  notify(sessionId: string, notice: CallNotice): void;
}

/** The result of presenting a session id on a socket. */
export type AttachOutcome =
  | { readonly kind: 'attached' }
  /** Another socket holds the call. */
  | { readonly kind: 'held'; readonly by: ClientConnection }
  | { readonly kind: 'ended' };

/** What a client learns of the end of its call. */
export interface ToldEnd {
  readonly reason: string;
  readonly tell: 'close' | 'media-failure' | 'agent-failure' | 'nothing';
}

/** Notifies the call's connection that the call ended, with the reason. */
export function tellEnd(connection: ClientConnection, sessionId: string, { reason, tell }: ToldEnd): void {
  if (reason === 'moved') connection.notify(sessionId, { kind: 'moved' });
  if (tell === 'media-failure' || tell === 'agent-failure') {
    const isNobodyElses = reason === 'instance-lost';
    connection.notify(sessionId, { kind: 'failed', reason: tell, message: FAILURES[tell], isNobodyElses });
  }
  if (tell !== 'nothing') connection.notify(sessionId, { kind: 'closed' });
}
