type Start = () => void;

interface Account {
  waiting: Start[];
  running: number;
  /** Sequence number of its latest start; 0 without one since it was last idle. */
  lastStart: number;
}

/**
 * Runs jobs, `atOnce` at a time. The account with the least recent start is next, so that the first job of an account
 * waits for no second job of another.
 */
export class FairQueue {
  /** Accounts with waiting or running jobs. */
  private readonly accounts = new Map<string, Account>();
  private running = 0;
  private starts = 0;

  /** @param perAccount Concurrent jobs per account. */
  constructor(
    private readonly atOnce: number,
    private readonly perAccount = atOnce,
  ) {}

  get waiting(): number {
    return [...this.accounts.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  waitingOf(accountId: string): number {
    return this.accounts.get(accountId)?.waiting.length ?? 0;
  }

  /**
   * Runs the job in its turn. A running job handles its own cancellation.
   * @throws what the job throws; the signal's reason if it is aborted before the job begins.
   */
  async run<T>(accountId: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const account = this.accounts.get(accountId) ?? { waiting: [], running: 0, lastStart: 0 };
    this.accounts.set(accountId, account);
    if (this.running < this.atOnce && account.running < this.perAccount) this.count(account);
    else await this.turnOf(account, signal).finally(() => this.forgetIdle(accountId, account));
    try {
      signal?.throwIfAborted();
      return await job();
    } finally {
      this.running--;
      account.running--;
      this.forgetIdle(accountId, account);
      this.startNext();
    }
  }

  private turnOf(account: Account, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        account.waiting = account.waiting.filter((one) => one !== start);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      account.waiting.push(start);
    });
  }

  private startNext(): void {
    const waiting = [...this.accounts.values()].filter(
      (account) => account.waiting.length > 0 && account.running < this.perAccount,
    );
    const [first, ...others] = waiting;
    if (!first) return;
    const next = others.reduce((best, one) => (one.lastStart < best.lastStart ? one : best), first);
    this.count(next);
    next.waiting.shift()?.();
  }

  private count(account: Account): void {
    this.running++;
    account.running++;
    account.lastStart = ++this.starts;
  }

  private forgetIdle(accountId: string, { waiting, running }: Account): void {
    if (waiting.length === 0 && running === 0) this.accounts.delete(accountId);
  }
}
