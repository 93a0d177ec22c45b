import type { AskedTools } from '../connection/index.js';

/** What is sent to the server. */
export interface AnswerRequests {
  ask(instructions: string | undefined, tools: AskedTools): void;
  cancelAnswer(): void;
}

interface Asked {
  readonly instructions: string | undefined;
  readonly tools: AskedTools;
}

/**
 * Asks for answers one at a time, since a server refuses to begin one while it is at another. The end of a cancelled
 * answer is waited for, even when it hadn't begun yet.
 */
export class ResponseSlot {
  /** What the server was asked for and isn't done with. */
  private asked: Asked | undefined;
  private cancelled = false;
  /** What is to be asked for next. */
  private wanted: Asked | undefined;
  private away = false;

  constructor(private readonly requests: AnswerRequests) {}

  /** Whether the server is at no answer, and none is to be asked for. */
  get free(): boolean {
    return !this.asked && !this.wanted && !this.away;
  }

  ask(instructions: string | undefined, tools: AskedTools = 'all'): void {
    this.wanted = { instructions, tools };
    this.askIfFree();
  }

  /** @returns Whether the answer that the server begins is wanted. */
  begun(): boolean {
    return !this.cancelled;
  }

  /** The server is done with its answer. */
  done(): void {
    this.asked = undefined;
    this.cancelled = false;
    this.askIfFree();
  }

  /** The server was at another answer already: it is asked again after that one. */
  refused(): void {
    this.wanted ??= this.asked;
  }

  cancel(): void {
    this.wanted = undefined;
    if (!this.asked || this.cancelled) return;
    this.cancelled = true;
    this.requests.cancelAnswer();
  }

  linkLost(): void {
    this.away = true;
    this.asked = undefined;
    this.wanted = undefined;
    this.cancelled = false;
  }

  /** @returns Whether an answer was asked for while the server was away. */
  linkRestored(): boolean {
    this.away = false;
    this.askIfFree();
    return this.asked !== undefined;
  }

  private askIfFree(): void {
    const wanted = this.wanted;
    if (!wanted || this.asked || this.away) return;
    this.wanted = undefined;
    this.asked = wanted;
    this.requests.ask(wanted.instructions, wanted.tools);
  }
}
