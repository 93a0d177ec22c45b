import { Pool, type PoolClient } from 'pg';
import type { AppConfig } from '../config/index.js';
import { GuardedClient } from './guarded-client.js';
import { serverTimeouts } from './server-timeouts.js';
import { sessionSettings } from './session-settings.js';

/**
 * The connections of this process, of which none comes back that may be inside a transaction. Connects on first
 * use.
 */
export function createDatabasePool(database: AppConfig['database']): Pool {
  const { url, poolSize, connectTimeoutMs, queryTimeoutMs } = database;
  const { statementMs, lockMs, idleInTransactionMs, transactionMs } = serverTimeouts(database);
  const settings = sessionSettings(transactionMs, database.keepaliveSeconds);
  const pool = new Pool({
    Client: GuardedClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    // 0 is not sent.
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    ...(settings && { onConnect: (client) => client.query(settings) }),
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Told before the pool looks whether the connection is ending, and those that are it drops.
  pool.on('release', (_error: unknown, client: PoolClient) => {
    if (client instanceof GuardedClient && !client.isReusable) void client.end();
  });
  return pool;
}
