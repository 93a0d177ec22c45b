import { flag, integer, url } from '../setting.js';

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
    fallback: 2_000,
    min: 100,
    max: 60_000,
    meaning: 'How long to wait for a connection, in milliseconds, before a request returns 503.',
  }),
  queryTimeoutMs: integer('DATABASE_QUERY_TIMEOUT_MS', {
    fallback: 2_000,
    min: 100,
    max: 600_000,
    meaning: 'How long one query may take, in milliseconds, before a request returns 503.',
    danger: 'Without it a frozen PostgreSQL would block requests forever.',
  }),
  statementTimeoutMs: integer('DATABASE_STATEMENT_TIMEOUT_MS', {
    min: 0,
    max: 600_000,
    meaning:
      "PostgreSQL's statement_timeout, in milliseconds. Unset: 90 % of DATABASE_QUERY_TIMEOUT_MS; 0: the server's own setting.",
    danger:
      'Above DATABASE_QUERY_TIMEOUT_MS a request may return 503 although its change is made afterwards. It is sent when a connection is opened, like the next two: set all three to 0 behind a pooler that refuses such parameters.',
  }),
  lockTimeoutMs: integer('DATABASE_LOCK_TIMEOUT_MS', {
    min: 0,
    max: 600_000,
    meaning:
      "How long a statement may wait for a lock, in milliseconds. Unset: 75 % of DATABASE_QUERY_TIMEOUT_MS; 0: the server's own setting.",
  }),
  idleInTransactionTimeoutMs: integer('DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS', {
    min: 0,
    max: 3_600_000,
    meaning:
      "After how long PostgreSQL ends an idle transaction, in milliseconds, because a frozen process keeps its locks. Unset: 2.5 times DATABASE_QUERY_TIMEOUT_MS; 0: the server's own setting. At most 1 ms less than DATABASE_TRANSACTION_TIMEOUT_MS; otherwise PostgreSQL ignores it.",
  }),
  transactionTimeoutMs: integer('DATABASE_TRANSACTION_TIMEOUT_MS', {
    min: 0,
    max: 3_600_000,
    meaning:
      "After how long PostgreSQL (17 or newer) ends any transaction, in milliseconds, including one of a process that vanished while its statement was in flight. Unset: three times DATABASE_QUERY_TIMEOUT_MS; 0: the server's own setting.",
  }),
  keepaliveSeconds: integer('DATABASE_KEEPALIVE_SECONDS', {
    fallback: 10,
    min: 0,
    max: 7_200,
    meaning:
      "Idle seconds before PostgreSQL sends a TCP keepalive probe to this process; after three unanswered probes in a row, half as far apart, it drops the connection and its locks. 0: the server's own setting.",
  }),
  listens: flag('DATABASE_LISTEN', {
    fallback: true,
    meaning:
      'Receive changes made by other instances on this database at once (LISTEN), over one more connection. With false they are noticed later: revoked keys and tokens after API_KEY_CACHE_TTL_MS, tool secrets after 5 s, trunks after 5 s, hang-ups after 1 s, new providers in publish warnings after 1 s.',
    danger: 'LISTEN does not work behind a pooler in transaction mode: set false there.',
  }),
  preparedStatements: flag('DATABASE_PREPARED_STATEMENTS', {
    fallback: true,
    meaning: 'Use prepared statements, which are several times cheaper.',
    danger:
      'Set false behind a pooler that changes connections between statements and does not track prepared statements.',
  }),
  allowNewer: flag('DATABASE_ALLOW_NEWER', {
    fallback: false,
    meaning:
      'Start even if a newer version of Earshot has migrated the database, for example after a downgrade.',
    danger: 'This version may misread or change data that the newer version stored.',
  }),
} as const;
