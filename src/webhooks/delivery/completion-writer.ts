import { setTimeout as sleep } from 'node:timers/promises';
import type { PinoLogger } from 'nestjs-pino';
import { isDatabaseUnavailable } from '../../common/errors/index.js';
import type { CompletedAttempt, CompletionStore } from './completion-store.js';

/** Result of a completion. `stale`: another process holds the delivery. `lost`: it could not be written. */
export type CompletionResult = 'accepted' | 'stale' | 'lost';

const MAX_BATCH = 500;
const RETRY_AFTER_MS = 250;
/** Minimum time between batches, in milliseconds: no caller waits for them, and each waits for the disk. */
const MIN_GAP_MS = 10;

interface Entry {
  readonly attempt: CompletedAttempt;
  readonly settle: (result: CompletionResult) => void;
}

/**
 * Writes completions in self-sizing batches: those that arrive while one batch is written, and shortly after, form the
 * next. Retries during a database outage, since each stored result saves a repeated request.
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

  /** Completions not yet written. */
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

  /** Writes the rest once; if that fails they are lost, and their deliveries are repeated. */
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
          this.logger.error({ err: error, count: batch.length }, 'results of webhook deliveries lost');
          for (const { settle } of batch) settle('lost');
          return;
        }
        this.logger.warn(
          { err: error, count: batch.length },
          'results of webhook deliveries wait for the database',
        );
        await sleep(RETRY_AFTER_MS);
      }
    }
  }
}
