import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { AppConfig } from '../config/index.js';
import type { DatabaseMetrics } from './database-metrics.js';
import { GuardedClient } from './guarded-client.js';
import { serverTimeouts } from './server-timeouts.js';
import { sessionSettings } from './session-settings.js';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Tells how long was waited for a connection. */
class TimedPool extends Pool {
  constructor(
    private readonly metrics: DatabaseMetrics | undefined,
    options: PoolConfig & { readonly metrics: DatabaseMetrics | undefined },
  ) {
    super(options);
  }

  override connect(): Promise<PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<PoolClient> | void {
    const beganMs = performance.now();
    const waited = () => this.metrics?.waited(beganMs);
    if (!done) return super.connect().finally(waited);
    super.connect((error, client, release) => {
      waited();
      done(error, client, release);
    });
  }
}

/**
 * The connections of this process, of which none comes back that may be inside a transaction. Connects on first
 * use.
 */
export function createDatabasePool(database: AppConfig['database'], metrics?: DatabaseMetrics): Pool {
  const { url, poolSize, connectTimeoutMs, queryTimeoutMs } = database;
  const { statementMs, lockMs, idleInTransactionMs, transactionMs } = serverTimeouts(database);
  const settings = sessionSettings(transactionMs, database.keepaliveSeconds);
  const pool = new TimedPool(metrics, {
    Client: GuardedClient,
    // The pool gives its options to each connection.
    metrics,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    // 0 is not sent.
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    // The pool waits for it.
    ...(settings && { onConnect: (client): unknown => client.query(settings) }),
  });
  metrics?.watch(pool);
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Told before the pool looks whether the connection is ending, and those that are it drops.
  pool.on('release', (_error: unknown, client: PoolClient) => {
    if (client instanceof GuardedClient && !client.isReusable) void client.end();
  });
  return pool;
}
