import { flag, integer, url } from '../setting.js';

/** Timeouts that PostgreSQL enforces, as shares of the query timeout. 0: none. */
export const databaseConstants = {
  /** Comes before the client's: then the statement is known to have done nothing. */
  statementShare: 0.9,
  /** A lock is the usual cause, and has its own fault. */
  lockShare: 0.75,
  /** Longer than any transaction may last (twice the query timeout). PostgreSQL 17 and newer. */
  transactionShare: 3,
  /**
   * PostgreSQL ignores an idle timeout that is not shorter than the transaction's, and the latter stops counting when
   * the transaction fails: a failed transaction of a vanished process would then stay forever.
   */
  idleInTransactionShare: 2.5,
};

export const databaseSettings = {
  url: url('DATABASE_URL', ['postgresql:', 'postgres:'], {
    secret: true,
    meaning:
      'PostgreSQL (15 or newer) to use. Without it `npm start` runs an embedded PostgreSQL 18 with its data in DATA_DIR.',
  }),
  poolSize: integer('DATABASE_POOL_SIZE', {
    fallback: 16,
    min: 1,
    max: 500,
    meaning:
      'Maximum number of PostgreSQL connections of this process. Requests of one account use at most half of them, those of all accounts three quarters, and reports, lists and exports of calls an eighth.',
    danger: "All processes together must stay below the server's max_connections.",
  }),
  connectTimeoutMs: integer('DATABASE_CONNECT_TIMEOUT_MS', {
    advanced: true,
    fallback: 2_000,
    min: 100,
    max: 60_000,
    meaning: 'How long to wait for a connection, in milliseconds, before a request returns 503.',
  }),
  queryTimeoutMs: integer('DATABASE_QUERY_TIMEOUT_MS', {
    advanced: true,
    fallback: 2_000,
    min: 100,
    max: 600_000,
    meaning: 'How long one query may take, in milliseconds, before a request returns 503.',
    danger: 'Without it a frozen PostgreSQL would block requests forever.',
  }),
  listens: flag('DATABASE_LISTEN', {
    fallback: true,
    meaning:
      'Receive changes made by other instances on this database at once (LISTEN), over one more connection. With false they are noticed later: revoked keys and tokens after 0.5 s, tool secrets after 5 s, trunks after 5 s, hang-ups after 1 s, new providers in publish warnings after 1 s.',
    danger: 'LISTEN does not work behind a pooler in transaction mode: set false there.',
  }),
  preparedStatements: flag('DATABASE_PREPARED_STATEMENTS', {
    fallback: true,
    meaning: 'Use prepared statements, which are several times cheaper.',
    danger:
      'Set false behind a pooler that changes connections between statements and does not track prepared statements.',
  }),
  allowNewer: flag('DATABASE_ALLOW_NEWER', {
    advanced: true,
    fallback: false,
    meaning:
      'Start even if a newer version of Earshot has migrated the database, for example after a downgrade.',
    danger: 'This version may misread or change data that the newer version stored.',
  }),
} as const;
