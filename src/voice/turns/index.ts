/**
 * Turn detection and barge-in: a pure, clocked state machine for all engines that hear the caller themselves, and what
 * drives it.
 */
export { isBackchannel } from './backchannel.js';
export {
  DEFAULT_TURN_TAKING,
  judgedBy,
  turnTakingParameters,
  type TurnTakingParameters,
  WITHOUT_WORDS,
} from './turn-taking-parameters.js';
export { nextDeadlineMs } from './deadlines.js';
export { spokeOnUnclearly } from './overlap.js';

export { soundsComplete, soundsUnfinished } from './unfinished-words.js';
export { ToldStates } from './told-states.js';
export { type TracedStart, TurnDriver, type TurnEvent } from './turn-driver.js';
export { initialTurnTaking, step } from './turn-taking.js';
export type {
  SpeechKind,
  TurnOutcome,
  TurnTakingDecision,
  TurnTakingEvent,
  TurnTakingState,
} from './turn-taking-types.js';
