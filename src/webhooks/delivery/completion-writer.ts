import { setTimeout as sleep } from 'node:timers/promises';
import type { PinoLogger } from 'nestjs-pino';
import { isDatabaseUnavailable } from '../../common/errors/index.js';
import type { CompletedAttempt, CompletionStore } from './completion-store.js';

/** The result of a completion. `stale`: somebody else has the delivery now. `lost`: it could not be written. */
export type CompletionResult = 'accepted' | 'stale' | 'lost';

const MAX_BATCH = 500;
const RETRY_AFTER_MS = 250;
/** Batches begin at least this far apart, in milliseconds: nobody waits for them, and each waits for the disk. */
const MIN_GAP_MS = 10;

interface Entry {
  readonly attempt: CompletedAttempt;
  readonly settle: (result: CompletionResult) => void;
}

/**
 * Writes completions in batches that size themselves: what comes in while one batch is written, and a moment longer,
 * makes the next. While the database is away it keeps trying, since each result saves a request that would otherwise be
 * repeated.
 */
export class CompletionWriter {
  private entries: Entry[] = [];
  private flushing: Promise<void> | undefined;
  private count = 0;
  private isClosed = false;

  constructor(
    private readonly store: Pick<CompletionStore, 'complete'>,
    private readonly logger: Pick<PinoLogger, 'error' | 'warn'>,
  ) {}

  /** Completions that are not written yet. */
  get waiting(): number {
    return this.count;
  }

  write(attempt: CompletedAttempt): Promise<CompletionResult> {
    return new Promise((settle) => {
      this.count++;
      this.entries.push({
        attempt,
        settle: (result) => {
          this.count--;
          settle(result);
        },
      });
      this.flushing ??= this.flush();
    });
  }

  /** Writes what is left once more; what the database does not take then is lost, and its deliveries are made again. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.flushing;
  }

  private async flush(): Promise<void> {
    while (this.entries.length > 0) {
      const gap = sleep(MIN_GAP_MS);
      await this.writeBatch(this.entries.splice(0, MAX_BATCH));
      if (!this.isClosed && this.entries.length < MAX_BATCH) await gap;
    }
    this.flushing = undefined;
  }

  private async writeBatch(batch: readonly Entry[]): Promise<void> {
    for (;;) {
      try {
        const accepted = await this.store.complete(batch.map(({ attempt }) => attempt));
        for (const { attempt, settle } of batch) {
          settle(accepted.has(attempt.leased.deliveryId) ? 'accepted' : 'stale');
        }
        return;
      } catch (error) {
        if (this.isClosed || !isDatabaseUnavailable(error)) {
          this.logger.error({ err: error, count: batch.length }, 'webhook completions lost');
          for (const { settle } of batch) settle('lost');
          return;
        }
        this.logger.warn({ err: error, count: batch.length }, 'webhook completions wait for the database');
        await sleep(RETRY_AFTER_MS);
      }
    }
  }
}
