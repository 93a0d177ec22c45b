import type { AgentState, CallEnd, CallError, CallState, Transcript } from '@earshot/client';

/** What a page shows of a call. */
export interface CallView {
  readonly state: CallState;
  /** What the agent does; undefined before it does anything. */
  readonly agent: AgentState | undefined;
  /** What both sides said, in order; the last ones may still change, or go where nothing of them was heard. */
  readonly turns: readonly Transcript[];
  readonly muted: boolean;
  /** The last thing that went wrong, with an advice for the person who calls. */
  readonly error: CallError | undefined;
  /** How it ended; undefined while it has not. */
  readonly end: CallEnd | undefined;
  /** The browser waits for a gesture: call `resumePlayback` in a click. */
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

/** What a change makes of the view. Pure. */
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
  // Interrupted before a word of it was heard.
  if (turn.text === '') return turns.filter(({ turnId }) => turnId !== turn.turnId);
  const isKnown = turns.some(({ turnId }) => turnId === turn.turnId);
  if (!isKnown) return [...turns, turn];
  return turns.map((one) => (one.turnId === turn.turnId ? turn : one));
}
