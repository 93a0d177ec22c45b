import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { Metrics } from '../common/metrics/index.js';
import type { UnsavedRow } from './unsaved-changes.js';

/** Seconds. A write is a few statements; the upper buckets are for a slow database. */
const WRITE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Metrics of writing call records and journals to PostgreSQL. */
@Injectable()
export class RecordWrites {
  private readonly seconds;
  private readonly failed;
  private readonly journals;
  private oldestAtMs: number | undefined;

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.seconds = metrics.histogram(
      'earshot_call_records_write_seconds',
      'Duration of writes of call records; each stores many calls.',
      WRITE_BUCKETS,
    );
    this.failed = metrics.counter(
      'earshot_call_records_writes_failed_total',
      'Writes of call records that failed and are retried.',
    );
    this.journals = metrics.counter(
      'earshot_call_journals_written_total',
      'Call snapshots that were stored.',
    );
    metrics.gauge(
      'earshot_call_records_lag_seconds',
      'Age of the oldest unsaved change of a call record or call snapshot.',
      () => this.lagMs / 1_000,
    );
  }

  noteChange(): void {
    this.oldestAtMs ??= this.clock.monotonicMs();
  }

  /**
   * All changes up to that time are written.
   * @param hasMore There were changes since.
   */
  noteCaughtUp(beganAtMs: number, hasMore: boolean): void {
    this.oldestAtMs = hasMore ? beganAtMs : undefined;
  }

  noteWritten(rows: readonly UnsavedRow[], beganAtMs: number): void {
    this.seconds.observe((this.clock.monotonicMs() - beganAtMs) / 1_000);
    this.journals.inc(rows.filter(({ table }) => table === 'journal').length);
  }

  noteFailed(): void {
    this.failed.inc();
  }

  private get lagMs(): number {
    return this.oldestAtMs === undefined ? 0 : this.clock.monotonicMs() - this.oldestAtMs;
  }
}
