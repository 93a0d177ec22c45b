import type { CallerFrame } from '../../voice/agent-adapter.js';
import type { JudgedOverlap } from '../../voice/overlap-evidence.js';
import type { SpeechKind } from '../../voice/turns/index.js';
import type { CallerTurnTimes } from './agent-turn.js';

export interface TurnActions {
  pause(): void;
  resume(): void;
  /** Sets the volume of the agent's voice. @param gain 1: unchanged. */
  setGain(gain: number): void;
  overlapJudged(overlap: JudgedOverlap): void;
  /** Stops the agent at once. @param isTooEarly The caller's turn continues, and is answered as a whole. */
  interrupt(isTooEarly?: boolean): void;
  prompt(text: string): void;
  hangUpOnSilence(): void;
  callerSpoke(): void;
  /** A turn is being sent to the server. */
  turnTold(): void;
  /** A turn ended and needs an answer. */
  answerDue(times: CallerTurnTimes): void;
  /** A turn ended and needs no answer. */
  listening(): void;
}

/** Detects the beginning and end of caller turns, and watches for silent callers. */
export interface TurnDetection {
  /** Sets the receiver of actions; called once, first. */
  attach(actions: TurnActions): void;
  /** When the caller fell silent, if that is measured because the server does not report it; read once per turn. */
  takeSpeechEnd(): number | undefined;
  /** True while the caller speaks, so that an answer would have to wait. */
  readonly callerHasFloor: boolean;
  hear(frame: CallerFrame): void;
  /** The agent is about to greet the caller. */
  greets(): void;
  /** An answer is due from now on. */
  answerDue(): void;
  /** The first audio of an answer is queued. */
  agentStarted(kind: SpeechKind): void;
  /** The caller presses the first key: stops interruptible speech at once. */
  keysBegan(): void;
  /** The caller has pressed keys. @returns True to answer them now, false to answer them together with speech. */
  keysEntered(): boolean;
  /** Playout has ended. */
  heardOut(): void;
  /** The agent has nothing more to say: the caller may speak. */
  callersTurn(): void;
  /** The connection to the provider was lost. */
  linkLost(): void;
  close(): void;
}
