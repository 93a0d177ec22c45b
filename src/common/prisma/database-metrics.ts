import type { Metrics } from '../metrics/index.js';

/** Seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

interface PoolState {
  readonly connections: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Prometheus metrics of the database. */
export class DatabaseMetrics {
  private readonly waitSeconds;
  private readonly statementSeconds;
  private readonly failed;

  constructor(private readonly metrics: Metrics) {
    this.waitSeconds = metrics.histogram(
      'earshot_database_wait_seconds',
      'Time that requests waited for a connection of the pool.',
      BUCKETS,
    );
    this.statementSeconds = metrics.histogram(
      'earshot_database_statement_seconds',
      'Time from a statement to its response.',
      BUCKETS,
    );
    this.failed = metrics.counter('earshot_database_statements_failed_total', 'Statements that failed.');
  }

  watch(stateOf: () => PoolState): void {
    const { metrics } = this;
    metrics.gauge('earshot_database_connections', 'Connections of the pool.', () => stateOf().connections);
    metrics.gauge(
      'earshot_database_connections_idle',
      'Unused connections of the pool.',
      () => stateOf().idle,
    );
    metrics.gauge(
      'earshot_database_requests_waiting',
      'Requests that wait for a connection of the pool.',
      () => stateOf().waiting,
    );
  }

  waited(sinceMs: number): void {
    this.waitSeconds.observe((performance.now() - sinceMs) / 1_000);
  }

  asked(sinceMs: number, hasFailed: boolean): void {
    this.statementSeconds.observe((performance.now() - sinceMs) / 1_000);
    if (hasFailed) this.failed.inc();
  }
}
