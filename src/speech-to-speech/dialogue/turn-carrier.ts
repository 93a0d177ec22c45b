import type { CallerTurnTimes } from './agent-turn.js';

/** What a turn turned out to be. */
export type TurnOutcome = 'words' | 'backchannel' | 'nothing';

/** How a protocol is told of turns that Earshot finds out about. */
export interface TurnCarrier {
  /** Whether a turn can be told of that may yet turn out to be none, without interrupting the agent. */
  readonly takesBack: boolean;
  /** Voice of the caller that counts as words when no words are known, in milliseconds. */
  readonly voiceThatIsWordsMs: number;
  /** A turn begins; its audio follows. */
  begin(): void;
  send(samples: Int16Array): void;
  /** What was sent since `begin` was no turn. */
  discard(): void;
  end(times: CallerTurnTimes): void;
  /** What was said in the turn that has just ended, and that overlapped with the agent's speech. Never rejects. */
  understand(): Promise<TurnOutcome>;
  /** Has the turn that has ended answered. */
  answer(): void;
  /** The answer that the provider is at, or is about to begin, isn't wanted any more. */
  cancelAnswer(): void;
}
