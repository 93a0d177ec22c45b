import type { AppConfig } from '../config/index.js';

/** A server drops a connection, with its locks, 25 s after it last heard from the process. */
const KEEPALIVE = {
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  // The same limit for unacknowledged data, which keepalive does not cover.
  tcp_user_timeout: '25s',
};

type Timeouts = Pick<
  AppConfig['database'],
  'queryTimeoutMs' | 'statementShare' | 'lockShare' | 'transactionShare' | 'idleInTransactionShare'
>;

/**
 * Settings sent once per connection rather than as startup options, which a pooler, or a server that does not know one,
 * would refuse: `transaction_timeout` came with PostgreSQL 17.
 */
export function databaseSessionSettings(database: Timeouts): { text: string; values: string[][] } {
  const share = (part: number) => `${Math.round(database.queryTimeoutMs * part)}ms`;
  const wanted = {
    statement_timeout: share(database.statementShare),
    lock_timeout: share(database.lockShare),
    transaction_timeout: share(database.transactionShare),
    idle_in_transaction_session_timeout: share(database.idleInTransactionShare),
    ...KEEPALIVE,
  };
  return {
    text: `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
           WHERE current_setting(name, true) IS NOT NULL`,
    values: [Object.keys(wanted), Object.values(wanted)],
  };
}
