import { choice, flag, integer, integerOrAuto, text, url, list } from '../setting.js';
import { privateNetworks } from './private-networks.js';

export const instanceSettings = {
  region: choice('REGION', ['us', 'eu', 'uk', 'studio'], {
    fallback: 'studio',
    meaning:
      'Name of the region of this instance, shown in /health, logs, metrics and the OpenAPI document. Nothing crosses regions.',
  }),
  logLevel: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    fallback: 'info',
    meaning: 'Lowest level of log records.',
    danger: 'debug and trace write a record per signaling frame.',
  }),
  address: url('INSTANCE_ADDRESS', ['http:', 'https:'], {
    meaning:
      'Where other instances on this database reach this one, as http://HOST: not the load balancer. Its port is ignored: peers use INSTANCE_PEER_PORT. Default: HOST, or the first address of this machine if HOST is 0.0.0.0.',
    danger:
      'With an address of another machine, other instances consider this one dead and take over its calls.',
  }),
  peerPort: integer('INSTANCE_PEER_PORT', {
    fallback: 0,
    min: 0,
    max: 65_535,
    meaning:
      'TCP port on HOST for requests of peer instances: health and handoff of calls. It serves nothing more. With several processes, each takes the next port. 0 picks a free one; set it if there is a firewall between instances.',
    danger:
      'A firewall between instances must drop, not reject: a refused connection counts as the death of the instance.',
  }),
  processes: integerOrAuto('INSTANCE_PROCESSES', {
    fallback: 1,
    min: 1,
    max: 256,
    meaning:
      'How many processes share PORT, each with its own calls; `auto` means one per processor core. One process can use one core to encode audio. MEDIA_WORKERS, DATABASE_POOL_SIZE and the ports of phone calls are divided among them; CALL_MAX_CONCURRENT and the socket limits apply to each.',
    danger:
      'Each process takes about 300 MB and at least four PostgreSQL connections; raise max_connections accordingly.',
  }),
  processPort: integer('INSTANCE_PROCESS_PORT', {
    advanced: true,
    min: 0,
    max: 65_535,
    meaning:
      'With several processes, the first of their individual TCP ports; each process takes the next one. There, /metrics and /health/ready cover that process alone. 0 picks free ones. Default: PORT + 1.',
  }),
  dataDir: text('DATA_DIR', {
    fallback: '.data',
    meaning:
      'Folder for everything that must survive a restart: the embedded database, the demo account file, the instance secret, recordings.',
    danger: 'Losing it loses every agent when the embedded database is in use.',
  }),
  instanceSecret: text('INSTANCE_SECRET', {
    secret: true,
    meaning:
      'Key material (at least 32 characters) that encrypts webhook secrets at rest and signs studio tokens. If unset, a key is created at the first start and kept in DATA_DIR/instance-secret (mode 0600). Use the same one for every instance on one database. To rotate it, set the new one followed by the old one, separated by a comma: the first is used, and data encrypted with the others is re-encrypted. Once all instances have the new one first and log that this is done, remove the old one. So a secret may contain spaces but no comma.',
    danger:
      'The database keeps a fingerprint of it: an instance with another one refuses to start. A change invalidates studio tokens.',
  }),
  instanceSecretReplace: flag('INSTANCE_SECRET_REPLACE', {
    advanced: true,
    fallback: false,
    meaning:
      "Accept an INSTANCE_SECRET that differs from the database's, because the old one is lost. Set it for one start, then remove it.",
    danger:
      'Data encrypted with the lost secret stays unreadable: give webhook endpoints new secrets and headers.',
  }),
  seedDemo: flag('SEED_DEMO', {
    advanced: true,
    fallback: false,
    meaning:
      'Create the demo account, agent, API key and connector token if they do not exist, and write them to demo.json in DATA_DIR. `npm start` enables it; the container image does not.',
    danger: 'On a public address, it leaves a working API key in a file.',
  }),
  privateNetworks,
} as const;

export const httpConstants = {
  /** For a whole request. */
  requestTimeoutMs: 30_000,
};

export const httpSettings = {
  host: text('HOST', {
    fallback: '127.0.0.1',
    meaning: 'Address that HTTP and signaling listen on. 0.0.0.0 listens on all.',
    danger:
      'Browsers allow the microphone on HTTPS and localhost only: behind 0.0.0.0 you want the TLS proxy.',
  }),
  port: integer('PORT', {
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: 'Port of HTTP and signaling. 0 picks a free one.',
  }),
  publicUrl: url('PUBLIC_URL', ['http:', 'https:'], {
    meaning:
      'Address that clients use to reach this instance, without a path. Default: built from HOST and PORT. Set it behind a proxy.',
  }),
  trustedProxies: list('HTTP_TRUSTED_PROXIES', {
    fallback: ['loopback'],
    meaning:
      'Proxies trusted to set X-Forwarded-For, which identifies the client address for limits on sockets and guesses: addresses, ranges, or the names loopback, linklocal and uniquelocal; separated by commas.',
    danger: 'Clients that reach Earshot from such an address without the proxy can impersonate others.',
  }),
  bodyLimitBytes: integer('HTTP_BODY_LIMIT_BYTES', {
    advanced: true,
    fallback: 102_400,
    min: 1_024,
    max: 10_485_760,
    meaning: 'Largest request body, in bytes; larger ones return 413.',
    danger: 'Each request may hold this much memory.',
  }),
} as const;

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
