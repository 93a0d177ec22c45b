import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { Step, TurnOutcome, TurnTakingDecision, TurnTakingState } from './turn-taking-types.js';

/** It is known what the ended turn was: words are answered, and what asks for nothing changes nothing. */
export function turnUnderstood(
  state: TurnTakingState,
  outcome: TurnOutcome,
  parameters: TurnTakingParameters,
): Step {
  if (!state.understanding) return only(state);
  const overlapped = state.agent === 'paused' || state.agent === 'speaking';
  const counts = outcome === 'words' || (outcome === 'backchannel' && !overlapped);
  const wordCount = state.turn === 'none' ? 0 : state.wordCount;
  const understood: TurnTakingState = { ...state, understanding: false, wordCount };
  return counts ? answerWords({ ...understood, promptsGiven: 0 }, overlapped) : goOn(understood, parameters);
}

/** The agent owes an answer, unless the caller has gone on: then these words belong to the turn that it is holding. */
function answerWords(state: TurnTakingState, overlapped: boolean): Step {
  const drop: TurnTakingDecision[] = overlapped ? [{ kind: 'drop-agent' }] : [];
  if (state.turn === 'held') {
    return {
      state: { ...state, agent: 'silent', owesAnswer: true },
      decisions: [...drop, { kind: 'cancel-reply' }],
    };
  }
  return { state: { ...state, agent: 'preparing' }, decisions: drop };
}

/** Nothing was said that asks for an answer: the agent goes on with what it did. */
function goOn(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  if (state.turn === 'held' || state.agent === 'speaking') return only(state);
  const silent: TurnTakingState = { ...state, agent: 'silent', quietSinceMs: state.nowMs };
  if (state.agent !== 'paused')
    return only(state.turn === 'tentative' ? { ...silent, turn: 'held' } : silent);
  if (parameters.falseInterruptionMs > 0) return resume(state);
  return { state: silent, decisions: [{ kind: 'drop-agent' }] };
}

/** The agent goes on where it was paused. */
export function resume(state: TurnTakingState): Step {
  return { state: { ...state, agent: 'speaking' }, decisions: [{ kind: 'resume-agent' }] };
}

/** Nothing is to be done. */
export function only(state: TurnTakingState): Step {
  return { state, decisions: [] };
}
