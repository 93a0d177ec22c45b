import type { ProviderWatch } from '../../providers/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';

/** Has operators see what becomes of the answers of a provider, and how soon they are heard. */
export class AnswerWatch {
  private dueAtMs: number | undefined;

  constructor(private readonly watch: ProviderWatch | undefined) {}

  /** An answer was asked for, or the caller's turn is over, on the monotonic clock. */
  due(nowMs: number): void {
    this.dueAtMs = nowMs;
  }

  /** Its first audio came. */
  began(nowMs: number): void {
    if (this.dueAtMs !== undefined) this.watch?.firstAfter(nowMs - this.dueAtMs);
    this.dueAtMs = undefined;
  }

  ended(outcome: 'ok' | 'cancelled' | FaultCode): void {
    this.watch?.ended(outcome);
  }
}
