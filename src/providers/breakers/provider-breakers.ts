import { LRUCache } from 'lru-cache';
import { Breaker, FAILURES_TO_OPEN, OPEN_MS } from './breaker.js';
import { causeOf, CONCERNS } from './fault-cause.js';

/** Accounts whose failures are tracked. */
const MAX_ACCOUNTS = 1_000;

/** The circuit breakers of one provider: one per account, and one that opens for all of them. */
export class ProviderBreakers {
  private readonly own = new LRUCache<string, Breaker>({ max: MAX_ACCOUNTS });
  /** Accounts with failures since the last success. One account alone must not open the shared breaker. */
  private readonly failing = new Set<string>();
  private openForAllUntilMs = 0;

  constructor(private readonly nowMs = () => performance.now()) {}

  /** Whether the provider failed repeatedly, with no success since. */
  isOpen(accountId: string): boolean {
    return this.isOpenForAll() || this.own.get(accountId)?.isOpen === true;
  }

  /** Whether a request may begin now. A caller without an alternative may begin one anyway. */
  allows(accountId: string): boolean {
    return !this.isOpenForAll() && this.own.get(accountId)?.allows(this.nowMs()) !== false;
  }

  /** Makes a request and counts its outcome, except failures after an abort. */
  async request<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const endTrial = this.own.get(accountId)?.begin(this.nowMs());
    try {
      const result = await work();
      this.succeeded(accountId);
      return result;
    } catch (error) {
      const concerns = signal?.aborted ? 'nobody' : CONCERNS[causeOf(error)];
      if (concerns === 'nobody') endTrial?.();
      else this.failed(accountId, concerns);
      throw error;
    }
  }

  private isOpenForAll(): boolean {
    return this.nowMs() < this.openForAllUntilMs;
  }

  private succeeded(accountId: string): void {
    this.own.delete(accountId);
    this.failing.clear();
    this.openForAllUntilMs = 0;
  }

  private failed(accountId: string, concerns: 'account' | 'everybody'): void {
    const nowMs = this.nowMs();
    const own = this.own.get(accountId) ?? new Breaker();
    this.own.set(accountId, own);
    own.failed(nowMs);
    if (concerns === 'account') return;
    this.failing.add(accountId);
    if (this.failing.size < FAILURES_TO_OPEN) return;
    this.failing.clear();
    this.openForAllUntilMs = nowMs + OPEN_MS;
  }
}
