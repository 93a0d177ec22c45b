import type { AskedTools } from '../connection/index.js';

export interface AnswerRequests {
  ask(instructions: string | undefined, tools: AskedTools): void;
  cancelAnswer(): void;
}

interface Asked {
  readonly instructions: string | undefined;
  readonly tools: AskedTools;
}

/**
 * Requests answers one at a time, because a server rejects a request during another answer. Waits for the end of a
 * cancelled answer, even if that had not begun.
 */
export class ResponseSlot {
  /** The request that the server is working on. */
  private asked: Asked | undefined;
  private cancelled = false;
  /** The next request. */
  private wanted: Asked | undefined;
  private away = false;

  constructor(private readonly requests: AnswerRequests) {}

  /** True if no answer is in progress or requested. */
  get free(): boolean {
    return !this.asked && !this.wanted && !this.away;
  }

  ask(instructions: string | undefined, tools: AskedTools = 'all'): void {
    this.wanted = { instructions, tools };
    this.askIfFree();
  }

  /** @returns Whether the answer that begins is wanted. */
  begun(): boolean {
    return !this.cancelled;
  }

  /** The server finished its answer. */
  done(): void {
    this.asked = undefined;
    this.cancelled = false;
    this.askIfFree();
  }

  /** The request collided with another answer: repeats it after that one. */
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

  /** @returns Whether an answer was requested during the disconnection. */
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
