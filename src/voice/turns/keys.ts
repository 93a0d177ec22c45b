import { isInterruptible } from './deadlines.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { Step, TurnTakingState } from './turn-taking-types.js';

/** A key press is never accidental: stops interruptible speech at once. */
export function keysBegan(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const attentive: TurnTakingState = { ...state, promptsGiven: 0, quietSinceMs: state.nowMs };
  if (!isInterruptible(state, parameters)) return { state: attentive, decisions: [] };
  return silence(attentive);
}

/** The caller has entered keys: an answer is due, unless the caller is about to say more. */
export function keysEntered(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const began = keysBegan(state, parameters);
  const { agent, turn, understanding } = began.state;
  const waits = agent !== 'silent' || turn === 'held' || understanding;
  return waits ? began : { ...began, state: { ...began.state, agent: 'preparing' } };
}

function silence(state: TurnTakingState): Step {
  const silent: TurnTakingState = { ...state, agent: 'silent' };
  switch (state.agent) {
    case 'speaking':
    case 'paused':
      return { state: silent, decisions: [{ kind: 'drop-agent' }] };
    case 'preparing':
      return { state: silent, decisions: [{ kind: 'cancel-reply' }] };
    case 'silent':
      return { state, decisions: [] };
  }
}
