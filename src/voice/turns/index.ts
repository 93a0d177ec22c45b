/**
 * Turn detection and barge-in: a pure, clocked state machine for all engines that hear the caller themselves, and what
 * drives it.
 */
export { isEnglish, type AgentProgress, meaningOf, NOTHING_SAID } from './meaning.js';
export { type Meaning, MEANINGS } from '../overlap-evidence.js';
export { turnOutcome, seenWords } from './known-words.js';
export {
  DEFAULT_TURN_TAKING,
  judgedBy,
  turnTakingParameters,
  type TurnTakingParameters,
  WITHOUT_WORDS,
} from './turn-taking-parameters.js';
export { nextDeadlineMs } from './deadlines.js';
export { endOfWords, soundsLikePreface } from './unfinished-words.js';
export { DedupedStateEmitter } from './deduped-state-emitter.js';
export { type TracedStart, TurnDriver, type TurnEvent } from './turn-driver.js';
export { initialTurnTaking, step } from './turn-taking.js';
export {
  TURN_OUTCOMES,
  type SpeechKind,
  type TurnOutcome,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingState,
} from './turn-taking-types.js';
