import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { Step, TurnTakingState } from './turn-taking-types.js';

/**
 * When preemptive generation may start, so that recognizer and model work during the silence that ends the turn;
 * undefined if it may not.
 */
export function beginEarlyAtMs(state: TurnTakingState, parameters: TurnTakingParameters): number | undefined {
  const { beginsEarly, earlyAfterMs, earlyNeedsWords, earlyAttempts } = parameters;
  if (!beginsEarly || state.early || state.earlyBegun >= earlyAttempts) return undefined;
  const isQuiet = state.turn === 'held' && state.hushed;
  if (!isQuiet || state.agent !== 'silent' || state.understanding) return undefined;
  const isKnown = state.settled && state.wordCount > 0;
  if (earlyNeedsWords ? !isKnown || state.unfinished : isKnown && state.unfinished) return undefined;
  return state.hushEndMs + earlyAfterMs;
}

export function beginEarly(state: TurnTakingState): Step {
  return {
    state: { ...state, early: true, earlyBegun: state.earlyBegun + 1 },
    decisions: [{ kind: 'begin-early' }],
  };
}

/** If the silence began later than it seemed, the transcript lacks its end. */
export function callerHushed(state: TurnTakingState, hushEndMs: number): Step {
  const hushed = { ...state, hushed: true, hushEndMs };
  const isLater = state.hushed && hushEndMs > state.hushEndMs;
  if (!isLater) return { state: hushed, decisions: [] };
  const unsettled = { ...hushed, settled: false, early: false };
  return { state: unsettled, decisions: state.early ? [{ kind: 'abandon-early' }] : [] };
}

/** A preemptive answer waits for the end of its turn; any other event makes it worthless. */
export function abandonEarly(state: TurnTakingState): Step {
  const isWanted = state.turn === 'held' && state.hushed && state.agent === 'silent';
  if (!state.early || isWanted) return { state, decisions: [] };
  return { state: { ...state, early: false }, decisions: [{ kind: 'abandon-early' }] };
}
