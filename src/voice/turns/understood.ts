import { isHolding, isInterruptible } from './deadlines.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { Step, TurnOutcome, TurnTakingDecision, TurnTakingState } from './turn-taking-types.js';

/** Handles the classification of an ended turn: words are answered, anything else has no effect. */
export function turnUnderstood(
  state: TurnTakingState,
  outcome: TurnOutcome,
  parameters: TurnTakingParameters,
): Step {
  if (!state.understanding) return only(state);
  if (outcome === 'hold') return hold({ ...state, understanding: false }, parameters);
  const overlapped = state.agent === 'paused' || state.agent === 'speaking';
  const counts = outcome === 'words' || (outcome === 'backchannel' && !overlapped);
  const wordCount = state.turn === 'none' ? 0 : state.wordCount;
  const understood: TurnTakingState = { ...state, understanding: false, wordCount };
  return counts
    ? answerWords({ ...understood, promptsGiven: 0 }, overlapped)
    : goOn(understood, outcome, parameters);
}

/** An answer is due. If the caller has continued, the words belong to the caller's new turn instead. */
function answerWords(before: TurnTakingState, overlapped: boolean): Step {
  const state = { ...before, holdUntilMs: -Infinity, falseStart: false };
  const drop: TurnTakingDecision[] = overlapped && !before.falseStart ? [{ kind: 'drop-agent' }] : [];
  const takesBack = state.turn === 'held' || (overlapped && before.falseStart);
  const decisions: TurnTakingDecision[] = takesBack ? [...drop, { kind: 'cancel-reply' }] : drop;
  if (state.turn === 'held') return { state: { ...state, agent: 'silent', owesAnswer: true }, decisions };
  return { state: { ...state, agent: 'preparing' }, decisions };
}

/** How long the agent waits in silence for a caller who has asked for that. */
const HOLD_MS = 120_000;

/** Keeps the interrupted speech, in case the caller asks the agent to continue. */
function hold(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const holding = { ...state, holdUntilMs: state.nowMs + HOLD_MS, quietSinceMs: state.nowMs };
  if (state.agent === 'paused') return only(holding);
  if (state.agent !== 'speaking') return only({ ...holding, agent: 'silent' });
  if (!isInterruptible(state, parameters)) return only(state);
  return {
    state: { ...holding, agent: 'paused', pausedMs: state.nowMs },
    decisions: [{ kind: 'pause-agent' }],
  };
}

/** The wait was too long: prompts the caller once, then silence counts as usual. */
export function askWhetherThere(before: TurnTakingState, { noInputPrompts }: TurnTakingParameters): Step {
  const drop: TurnTakingDecision[] = before.agent === 'paused' ? [{ kind: 'drop-agent' }] : [];
  const state: TurnTakingState = {
    ...before,
    agent: 'silent',
    holdUntilMs: -Infinity,
    quietSinceMs: before.nowMs,
  };
  if (noInputPrompts.length === 0) return { state, decisions: drop };
  return {
    state: { ...state, agent: 'preparing', promptsGiven: noInputPrompts.length },
    decisions: [...drop, { kind: 'prompt', index: 0 }],
  };
}

/** No answer is needed: the agent continues. */
function goOn(state: TurnTakingState, outcome: TurnOutcome, parameters: TurnTakingParameters): Step {
  if (state.turn === 'held' || state.agent === 'speaking') return only(state);
  // Noise does not end a requested wait.
  if (outcome === 'nothing' && isHolding(state)) return only(state);
  const silent: TurnTakingState = { ...state, agent: 'silent', quietSinceMs: state.nowMs };
  if (state.agent !== 'paused')
    return only(state.turn === 'tentative' ? { ...silent, turn: 'held' } : silent);
  if (parameters.falseInterruptionMs > 0) return resume(state);
  return { state: silent, decisions: [{ kind: 'drop-agent' }] };
}

/** Resumes the agent where it was paused. */
export function resume(state: TurnTakingState): Step {
  return {
    state: { ...state, agent: 'speaking', holdUntilMs: -Infinity, falseStart: false },
    decisions: [{ kind: 'resume-agent' }],
  };
}

/** No decision. */
export function only(state: TurnTakingState): Step {
  return { state, decisions: [] };
}
