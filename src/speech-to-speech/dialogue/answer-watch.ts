import type { ProviderWatch } from '../../providers/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';

/** Metrics for operators: the outcomes of a provider's answers, and their latency. */
export class AnswerWatch {
  private dueAtMs: number | undefined;

  constructor(private readonly watch: ProviderWatch | undefined) {}

  /** An answer was requested, or the caller's turn ended, on the monotonic clock. */
  due(nowMs: number): void {
    this.dueAtMs = nowMs;
  }

  /** Its first audio arrived. */
  began(nowMs: number): void {
    if (this.dueAtMs !== undefined) this.watch?.firstAfter(nowMs - this.dueAtMs);
    this.dueAtMs = undefined;
  }

  ended(outcome: 'ok' | 'cancelled' | FaultCode): void {
    this.watch?.ended(outcome);
  }
}
