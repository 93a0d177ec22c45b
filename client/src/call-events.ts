import type { CallError } from './call-error.js';

/**
 * - `idle`: not started.
 * - `starting`: asks for the microphone and prepares the offer.
 * - `connecting`: the offer is under way, or the network path is being found.
 * - `connected`: audio flows both ways.
 * - `reconnecting`: the signaling socket or the network path broke and is being restored; audio may still flow.
 * - `ended`: over; this object can't be used again.
 */
export type CallState = 'idle' | 'starting' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** Who ended the call: this side, the agent or an operator, or an error. */
export type EndReason = 'hang-up' | 'remote' | 'error';

export interface CallEnd {
  readonly reason: EndReason;
  /** Present when the reason is `error`. */
  readonly error?: CallError;
}

export interface CallEvents {
  state: CallState;
  /** The server gave the call its id. */
  session: { readonly sessionId: string };
  /** The agent's audio is there. */
  'remote-track': { readonly track: MediaStreamTrack; readonly stream: MediaStream };
  /** Something went wrong. If that ended the call, `ended` follows. */
  error: CallError;
  /** Comes once, last. */
  ended: CallEnd;
}
