import type { AgentEvent } from '../../voice/agent-adapter.js';
import type { ProviderEvent } from '../connection/index.js';
import type { ResponseSlot } from './response-slot.js';

export interface PreparedAnswerOptions {
  /** Absent if the server answers on its own. */
  readonly responses: ResponseSlot | undefined;
  /** True if the agent does nothing besides. */
  readonly idle: () => boolean;
  /** Instructions for an answer that was lost with its connection; none if the server has the caller's words. */
  makeUp(): string | undefined;
  /** Handles the buffered server events once the answer is wanted. */
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
 * Preemptive generation: an answer that is requested before the caller's turn has certainly ended. Its events are
 * buffered without effect until it is wanted.
 */
export class PreparedAnswer {
  private kept: ProviderEvent[] | undefined;

  constructor(private readonly options: PreparedAnswerOptions) {}

  /** True if an answer can be requested: neither the server nor the agent is busy. */
  get free(): boolean {
    const { responses, idle } = this.options;
    return responses?.free === true && !this.kept && idle();
  }

  begin(): void {
    this.kept = [];
    this.options.responses?.ask(undefined);
  }

  /** @returns Whether the event was buffered. */
  keeps(event: ProviderEvent): boolean {
    if (!this.kept || !OF_ANSWERS.has(event.kind)) return false;
    this.kept.push(event);
    return true;
  }

  /** The turn has ended: releases the answer, or requests it again if it was lost. */
  give(): void {
    this.options.emit({ kind: 'begun-early', outcome: 'spoken' });
    if (this.kept) this.release();
    else this.options.responses?.ask(this.options.makeUp());
  }

  /** The caller continued: the answer counts as interrupted. */
  discard(): void {
    this.options.emit({ kind: 'begun-early', outcome: 'discarded' });
    this.options.responses?.cancel();
    this.release();
  }

  /** The connection was lost, and the answer with it. */
  lose(): void {
    this.kept = undefined;
  }

  private release(): void {
    const kept = this.kept ?? [];
    this.kept = undefined;
    for (const event of kept) this.options.receive(event);
  }
}
