import type { MediaFailure } from '../media/media-session.js';

/**
 * The states of a call and their transitions, as data. Pure: `Call` owns timers and objects and applies the effects.
 *
 * ```
 * negotiating --media up--> connected --+
 *      |                        |       | socket gone / taken over: attached false / true; while false, the call
 *      |                        |       | outlives its media by at most the grace time
 *      +--------any end---------+--> ended
 * ```
 */
export interface CallState {
  readonly phase: 'negotiating' | 'connected' | 'ended';
  /** True while a signaling socket holds the call. */
  readonly attached: boolean;
}

type EndReason =
  | 'client-close'
  | 'agent-hang-up'
  | 'hung-up'
  | 'account-suspended'
  | 'transferred'
  | 'agent-failed'
  | 'media-failed'
  | 'connection-lost'
  | 'max-duration'
  | 'shutdown'
  /** This process lost its lease, and no other process owns the call. */
  | 'instance-lost'
  /** Another process owns the call. */
  | 'moved';

export type CallStateEvent =
  | { readonly kind: 'media-connected' }
  | { readonly kind: 'media-failed'; readonly failure: MediaFailure }
  | { readonly kind: 'socket-lost' }
  | { readonly kind: 'socket-took-over' }
  | { readonly kind: 'grace-over' }
  | { readonly kind: 'client-close' }
  | { readonly kind: 'agent-hang-up' }
  /** A user of the account ended it over HTTP. */
  | { readonly kind: 'hung-up' }
  /** The operator suspended its account. */
  | { readonly kind: 'account-suspended' }
  | { readonly kind: 'transferred' }
  | { readonly kind: 'agent-failed' }
  | { readonly kind: 'max-duration' }
  | { readonly kind: 'shutdown' }
  /** This process must stop, and no other process continues the call. */
  | { readonly kind: 'instance-lost' }
  /** Another process continues the call or has taken it over. */
  | { readonly kind: 'moved' };

export interface CallEnd {
  readonly reason: EndReason;
  /** The service or the agent failed, not the caller; counted as `call_crashes`. */
  readonly crashed: boolean;
  /** What the client receives before its session closes. */
  readonly tell: 'nothing' | 'close' | 'media-failure' | 'agent-failure';
}

export interface Transition {
  readonly state: CallState;
  readonly startAgent?: boolean;
  readonly startGrace?: boolean;
  readonly stopGrace?: boolean;
  readonly end?: CallEnd;
}

export const newCallState: CallState = { phase: 'negotiating', attached: true };

/** The effects of an event. Events after `ended` have none. */
export function transition(state: CallState, event: CallStateEvent): Transition {
  if (state.phase === 'ended') return { state };
  switch (event.kind) {
    case 'media-connected':
      return state.phase === 'connected'
        ? { state }
        : { state: { ...state, phase: 'connected' }, startAgent: true };
    case 'socket-lost':
      return state.attached ? { state: { ...state, attached: false }, startGrace: true } : { state };
    case 'socket-took-over':
      return { state: { ...state, attached: true }, stopGrace: true };
    case 'grace-over':
      return state.attached
        ? { state }
        : ended({ reason: 'connection-lost', crashed: false, tell: 'nothing' });
    case 'media-failed':
      return ended(endOfMedia(event.failure));
    case 'agent-failed':
      return ended({ reason: 'agent-failed', crashed: true, tell: 'agent-failure' });
    case 'client-close':
      return ended({ reason: 'client-close', crashed: false, tell: 'nothing' });
    case 'instance-lost':
      return ended({ reason: 'instance-lost', crashed: true, tell: 'media-failure' });
    case 'moved':
      return ended({ reason: 'moved', crashed: false, tell: 'nothing' });
    case 'agent-hang-up':
    case 'hung-up':
    case 'account-suspended':
    case 'transferred':
    case 'max-duration':
    case 'shutdown':
      return ended({ reason: event.kind, crashed: false, tell: 'close' });
  }
}

/**
 * Closing the connection is a hang-up. When a client loses its network, socket and media time out at about the same
 * time; whichever is first, the reason is the same.
 */
function endOfMedia(failure: MediaFailure): CallEnd {
  if (failure === 'peer-closed') return { reason: 'client-close', crashed: false, tell: 'close' };
  if (failure === 'media-timeout')
    return { reason: 'connection-lost', crashed: false, tell: 'media-failure' };
  return { reason: 'media-failed', crashed: true, tell: 'media-failure' };
}

function ended(end: CallEnd): Transition {
  return { state: { phase: 'ended', attached: false }, stopGrace: true, end };
}
