import type { AgentEvent } from '../../voice/agent-adapter.js';
import type { ProviderEvent } from '../connection/index.js';
import type { ResponseSlot } from './response-slot.js';

export interface PreparedAnswerOptions {
  /** Absent where the server answers unasked. */
  readonly responses: ResponseSlot | undefined;
  /** Whether the agent does nothing else. */
  readonly idle: () => boolean;
  /** Instructions for an answer that got lost with its connection; none where the server knows what the caller said. */
  makeUp(): string | undefined;
  /** Takes what the server said, now that it is wanted. */
  receive(event: ProviderEvent): void;
  readonly emit: (event: AgentEvent) => void;
}

const OF_ANSWERS: ReadonlySet<ProviderEvent['kind']> = new Set([
  'response-created',
  'agent-item',
  'audio',
  'agent-transcript-delta',
  'function-call',
  'functions-called',
  'functions-cancelled',
  'response-done',
]);

/**
 * An answer that the server is asked for before the caller's turn has surely ended. All that comes of it is kept, and
 * nothing of it is heard or done, until it is wanted.
 */
export class PreparedAnswer {
  private kept: ProviderEvent[] | undefined;

  constructor(private readonly options: PreparedAnswerOptions) {}

  /** Whether the server can be asked: not while it, or the agent, is at something else. */
  get free(): boolean {
    const { responses, idle } = this.options;
    return responses?.free === true && !this.kept && idle();
  }

  begin(): void {
    this.kept = [];
    this.options.responses?.ask(undefined);
  }

  /** @returns Whether the event is kept for later. */
  keeps(event: ProviderEvent): boolean {
    if (!this.kept || !OF_ANSWERS.has(event.kind)) return false;
    this.kept.push(event);
    return true;
  }

  /** The turn has ended: the answer is given, or asked for again where it got lost. */
  give(): void {
    this.options.emit({ kind: 'begun-early', outcome: 'spoken' });
    if (this.kept) this.release();
    else this.options.responses?.ask(this.options.makeUp());
  }

  /** The caller went on: what the server says of the answer counts as interrupted. */
  discard(): void {
    this.options.emit({ kind: 'begun-early', outcome: 'discarded' });
    this.options.responses?.cancel();
    this.release();
  }

  /** The server is gone, and the answer with it. */
  lose(): void {
    this.kept = undefined;
  }

  private release(): void {
    const kept = this.kept ?? [];
    this.kept = undefined;
    for (const event of kept) this.options.receive(event);
  }
}
