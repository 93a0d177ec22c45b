import type { CallerFrame } from '../../voice/agent-adapter.js';
import type { SpeechKind } from '../../voice/turns/index.js';

/** Whoever finds out when the caller's turns begin and end, and keeps an eye on a caller who says nothing. */
export interface TurnKeeper {
  /** Whether the caller speaks, so that an answer would have to wait. */
  readonly callerHasFloor: boolean;
  hear(frame: CallerFrame): void;
  /** The agent is about to greet the caller. */
  greets(): void;
  /** An answer is due from now on. */
  answerDue(): void;
  /** The first audio of an answer is queued. */
  agentStarted(kind: SpeechKind): void;
  /** The caller has heard all that was said. */
  heardOut(): void;
  /** Nothing more is to come of the agent: the caller may speak. */
  callersTurn(): void;
  /** The way to the provider broke. */
  linkLost(): void;
  close(): void;
}
