import type { AnswerClaims } from './answer-claims.js';
import type { AssistantMessage } from './chat-history.js';

export interface ReplySink {
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
  /** Id of the agent's turn, if the channel has them. */
  readonly turnId?: string | undefined;
  /**
   * Resolves when the answer may be heard or is no longer needed; absent if it may be heard at once. Nothing
   * irreversible happens before that.
   */
  readonly released?: Promise<void>;
  /** The model's first token has arrived. */
  firstToken(): void;
  sentence(text: string, message: AssistantMessage): void;
  /** True for speech: plain text, cut at the first clause. */
  readonly isSpoken: boolean;
  /** The message is regenerated, possibly by a fallback. @returns Its sentences that have already started, in order. */
  restart(message: AssistantMessage): readonly string[];
  /** Speaks a filler from the document while tools run; absent for text. */
  fill?(text: string, message: AssistantMessage): void;
}

/** Output of one answer: records whether the model has said anything, and speaks at most one filler before that. */
export class Told implements ReplySink {
  said = false;
  readonly signal: AbortSignal;
  readonly turnId: string | undefined;
  readonly isSpoken: boolean;
  private filled = false;

  constructor(
    private readonly sink: ReplySink,
    readonly claims: AnswerClaims | undefined,
  ) {
    this.signal = sink.signal;
    this.turnId = sink.turnId;
    this.isSpoken = sink.isSpoken;
  }

  firstToken(): void {
    this.sink.firstToken();
  }

  sentence(text: string, message: AssistantMessage): void {
    this.said = true;
    this.sink.sentence(text, message);
  }

  restart(message: AssistantMessage): readonly string[] {
    return this.sink.restart(message);
  }

  fill(text: string, message: AssistantMessage): void {
    if (this.said || this.filled || this.signal.aborted) return;
    this.filled = true;
    this.sink.fill?.(text, message);
  }
}

/** Passes sentences on, skipping those at the beginning that were already said before the answer was regenerated. */
export function skipping(
  said: readonly string[],
  say: (sentence: string) => void,
): (sentence: string) => void {
  const left = [...said];
  return (sentence) => {
    if (left.shift() === sentence) return;
    left.length = 0;
    say(sentence);
  };
}
