/** Who speaks when: a pure, clocked state machine that every adapter which hears the caller itself can use, and a driver that runs it on the clock. */
export { isBackchannel } from './backchannel.js';
export {
  DEFAULT_TURN_TAKING,
  turnTakingParameters,
  type TurnTakingParameters,
} from './turn-taking-parameters.js';
export { hearsOutCaller, nextDeadlineMs } from './deadlines.js';
export { toldState } from './told-state.js';
export { TurnDriver, type TurnDriverOptions } from './turn-driver.js';
export { initialTurnTaking, step, type Step } from './turn-taking.js';
export type {
  SpeechKind,
  TurnTakingDecision,
  TurnTakingEvent,
  TurnTakingState,
} from './turn-taking-types.js';
