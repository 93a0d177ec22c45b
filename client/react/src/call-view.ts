import type { AgentState, CallEnd, CallError, CallState, Transcript } from '@earshot/client';

/** The state of a call for display. */
export interface CallView {
  readonly state: CallState;
  /** What the agent does; undefined before its first activity. */
  readonly agent: AgentState | undefined;
  /** What both sides said, in order. The last ones may still change, or be removed if nothing of them was played. */
  readonly turns: readonly Transcript[];
  readonly muted: boolean;
  /** The last error, with advice for the caller. */
  readonly error: CallError | undefined;
  /** How the call ended; undefined while it has not. */
  readonly end: CallEnd | undefined;
  /** Autoplay is blocked until a user gesture: call `resumePlayback` in a click. */
  readonly isSoundBlocked: boolean;
}

export type CallChange =
  | { readonly kind: 'begin' }
  | { readonly kind: 'state'; readonly state: CallState }
  | { readonly kind: 'agent'; readonly agent: AgentState }
  | { readonly kind: 'turn'; readonly turn: Transcript }
  | { readonly kind: 'muted'; readonly muted: boolean }
  | { readonly kind: 'error'; readonly error: CallError }
  | { readonly kind: 'sound' }
  | { readonly kind: 'end'; readonly end: CallEnd };

export const NO_CALL: CallView = {
  state: 'idle',
  agent: undefined,
  turns: [],
  muted: false,
  error: undefined,
  end: undefined,
  isSoundBlocked: false,
};

/** Applies a change to the view. Pure. */
export function changed(view: CallView, change: CallChange): CallView {
  switch (change.kind) {
    case 'begin':
      return { ...NO_CALL, state: 'starting' };
    case 'state':
      return { ...view, state: change.state };
    case 'agent':
      return { ...view, agent: change.agent };
    case 'turn':
      return { ...view, turns: withTurn(view.turns, change.turn) };
    case 'muted':
      return { ...view, muted: change.muted };
    case 'error':
      if (change.error.code === 'PLAYBACK_BLOCKED') return { ...view, isSoundBlocked: true };
      return { ...view, error: change.error };
    case 'sound':
      return { ...view, isSoundBlocked: false };
    case 'end':
      return { ...view, end: change.end, agent: undefined, isSoundBlocked: false };
  }
}

function withTurn(turns: readonly Transcript[], turn: Transcript): readonly Transcript[] {
  // Interrupted before a word was played.
  if (turn.text === '') return turns.filter(({ turnId }) => turnId !== turn.turnId);
  const isKnown = turns.some(({ turnId }) => turnId === turn.turnId);
  if (!isKnown) return [...turns, turn];
  return turns.map((one) => (one.turnId === turn.turnId ? turn : one));
}
