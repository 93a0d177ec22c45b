import type { CallerFrame } from '../../voice/agent-adapter.js';
import type { JudgedOverlap } from '../../voice/overlap-evidence.js';
import type { SpeechKind } from '../../voice/turns/index.js';
import type { CallerTurnTimes } from './agent-turn.js';

/** What turn detection has the dialogue do. */
export interface TurnActions {
  pause(): void;
  resume(): void;
  /** Makes the agent's voice louder or softer. @param gain 1: as it is. */
  setGain(gain: number): void;
  overlapJudged(overlap: JudgedOverlap): void;
  /** The agent falls silent at once. */
  interrupt(): void;
  prompt(text: string): void;
  hangUpOnSilence(): void;
  callerSpoke(): void;
  /** The server is told of a turn. */
  turnTold(): void;
  /** A turn ended and is answered. */
  answerDue(times: CallerTurnTimes): void;
  /** A turn ended, and nothing follows from it. */
  listening(): void;
}

/** Detects when the caller's turns begin and end, and watches over a caller who says nothing. */
export interface TurnDetection {
  /** Says whom to tell; called once, before anything else. */
  attach(actions: TurnActions): void;
  /** When the caller fell silent, where that is measured beside a server that doesn't tell; asked for once a turn. */
  takeSpeechEnd(): number | undefined;
  /** Whether the caller speaks, so that an answer would have to wait. */
  readonly callerHasFloor: boolean;
  hear(frame: CallerFrame): void;
  /** The agent is about to greet the caller. */
  greets(): void;
  /** An answer is due from now on. */
  answerDue(): void;
  /** The first audio of an answer is queued. */
  agentStarted(kind: SpeechKind): void;
  /** The caller presses the first of some keys: what may be interrupted is, at once. */
  keysBegan(): void;
  /** The caller has pressed keys. @returns Whether they are to be answered now; false: with what it says. */
  keysEntered(): boolean;
  /** The caller has heard all that was said. */
  heardOut(): void;
  /** Nothing more is to come of the agent: the caller may speak. */
  callersTurn(): void;
  /** The way to the provider broke. */
  linkLost(): void;
  close(): void;
}
