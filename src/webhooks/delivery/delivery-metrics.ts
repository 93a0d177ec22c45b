import { Injectable } from '@nestjs/common';
import { Metrics } from '../../common/metrics/index.js';
import type { SentAttempt } from './delivery-sender.js';
import { DeliveryStore, type DueDeliveries } from './delivery-store.js';

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OUTCOMES: readonly SentAttempt['outcome']['kind'][] = ['delivered', 'retryable', 'refused', 'gone'];

@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly seconds;
  private due: DueDeliveries = { count: 0, oldestSeconds: 0 };
  private looking: Promise<void> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly store: DeliveryStore,
  ) {
    this.attempts = metrics.counter(
      'earshot_webhook_attempts_total',
      'Attempts to deliver an event, by outcome: delivered, retryable, refused, gone.',
      ['outcome'],
    );
    // Start at 0, so that rates are defined before the first event.
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    this.seconds = metrics.histogram('earshot_webhook_attempt_seconds', 'Duration of an attempt.', BUCKETS);
  }

  observe({ outcome, durationMs }: SentAttempt): void {
    this.attempts.inc({ outcome: outcome.kind });
    this.seconds.observe(durationMs / 1_000);
  }

  /**
   * Due deliveries are counted in the background when metrics are read, and reported at the next reading, so that a
   * scrape never waits for the database.
   */
  watch(read: () => { readonly sending: number; readonly unwritten: number }): void {
    const { metrics } = this;
    metrics.gauge('earshot_webhook_attempts_active', 'Attempts in progress.', () => read().sending);
    metrics.gauge(
      'earshot_webhook_outcomes_unwritten',
      'Outcomes of attempts that wait for the database.',
      () => read().unwritten,
    );
    metrics.gauge(
      'earshot_webhook_due',
      'Due deliveries of all instances that no instance has leased, at most 1,000 of each endpoint; as of the previous scrape.',
      () => {
        this.look();
        return this.due.count;
      },
    );
    metrics.gauge(
      'earshot_webhook_oldest_due_seconds',
      'Time for which the oldest of them has been due; as of the previous scrape.',
      () => this.due.oldestSeconds,
    );
  }

  private look(): void {
    this.looking ??= this.store
      .due()
      .then((due) => void (this.due = due))
      // While the database is away, the last result stands.
      .catch(() => undefined)
      .finally(() => (this.looking = undefined));
  }
}
