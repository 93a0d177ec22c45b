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
      'The most connections that this process keeps to PostgreSQL. Requests of an account have half of them at most, those of all accounts three ' +
      'quarters, and reports, lists and exports of calls an eighth.',
    danger: "All processes together must stay below the server's max_connections.",
  }),
  connectTimeoutMs: integer('DATABASE_CONNECT_TIMEOUT_MS', {
    fallback: 2_000,
    min: 100,
    max: 60_000,
    meaning: 'How long to wait for a connection, in milliseconds, before a request is answered 503.',
  }),
  queryTimeoutMs: integer('DATABASE_QUERY_TIMEOUT_MS', {
    fallback: 2_000,
    min: 100,
    max: 600_000,
    meaning: 'How long one query may take, in milliseconds, before a request is answered 503.',
    danger: 'Without it a frozen PostgreSQL would hang requests for ever.',
  }),
  statementTimeoutMs: integer('DATABASE_STATEMENT_TIMEOUT_MS', {
    min: 0,
    max: 600_000,
    meaning:
      'How long PostgreSQL itself lets a statement run, in milliseconds. Absent: 90 % of DATABASE_QUERY_TIMEOUT_MS; 0: as PostgreSQL is ' +
      'configured.',
    danger:
      'Above DATABASE_QUERY_TIMEOUT_MS a request may be answered 503 although its change is made afterwards. ' +
      'Sent when a connection is opened, as are the two below: set all three to 0 behind a pooler that refuses such parameters.',
  }),
  lockTimeoutMs: integer('DATABASE_LOCK_TIMEOUT_MS', {
    min: 0,
    max: 600_000,
    meaning:
      'How long a statement may wait for a lock, in milliseconds. Absent: 75 % of DATABASE_QUERY_TIMEOUT_MS; 0: as PostgreSQL is configured.',
  }),
  idleInTransactionTimeoutMs: integer('DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS', {
    min: 0,
    max: 3_600_000,
    meaning:
      'After how long PostgreSQL ends a transaction in which nothing happens, in milliseconds, for a process that stands still holds ' +
      'its locks. Absent: 2.5 times DATABASE_QUERY_TIMEOUT_MS; 0: as PostgreSQL is configured. At most 1 ms less than ' +
      'DATABASE_TRANSACTION_TIMEOUT_MS, for else PostgreSQL ignores it.',
  }),
  transactionTimeoutMs: integer('DATABASE_TRANSACTION_TIMEOUT_MS', {
    min: 0,
    max: 3_600_000,
    meaning:
      'After how long PostgreSQL (17 or newer) ends any transaction, in milliseconds: also one of a process that vanished while its ' +
      'statement was on the way. Absent: three times DATABASE_QUERY_TIMEOUT_MS; 0: as PostgreSQL is configured.',
  }),
  keepaliveSeconds: integer('DATABASE_KEEPALIVE_SECONDS', {
    fallback: 10,
    min: 0,
    max: 7_200,
    meaning:
      'After how many silent seconds PostgreSQL asks over TCP whether the machine of this process is still there; it gives up the ' +
      'connection and its locks when three questions in a row, half as far apart, were not answered. 0: as PostgreSQL is configured.',
  }),
  listens: flag('DATABASE_LISTEN', {
    fallback: true,
    meaning:
      'Hear at once what other instances on this database have changed (LISTEN), over one connection more. With false it is known later: ' +
      'revoked keys and tokens after API_KEY_CACHE_TTL_MS, secrets of tools after 5 s, trunks after SIP_TRUNK_REFRESH_MS, hang-ups after CALL_HANG_UP_LOOK_MS, ' +
      'in warnings of a publish new providers after 1 s.',
    danger:
      'A pooler that gives a connection to another client after each transaction lets nobody listen: say false behind it.',
  }),
  preparedStatements: flag('DATABASE_PREPARED_STATEMENTS', {
    fallback: true,
    meaning:
      'Let PostgreSQL keep parsed statements for each connection, which makes them several times cheaper.',
    danger:
      'Set it to false behind a pooler that changes connections between statements and does not track them.',
  }),
  allowNewer: flag('DATABASE_ALLOW_NEWER', {
    fallback: false,
    meaning:
      'Start also on a database that a newer version of Earshot has migrated, as after going back to an older one.',
    danger: 'What the newer version stored this one may misread or change.',
  }),
} as const;
