import type { ServiceAddress } from './start.js';

/** The shared service as global-setup.mjs passes it on to suites. */
export interface SharedService extends ServiceAddress {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** Settings of every service under test, by the names of `.env.example`. */
export const testSettings = (databaseUrl: string, dataDir: string) => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  MEDIA_PORT: '0',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  // All services on one database have one secret, or they refuse to start.
  INSTANCE_SECRET: `the secret of all tests on ${new URL(databaseUrl).pathname}`,
  // Most suites need one media worker and no speech models; those that do load them with their first call.
  MEDIA_WORKERS: '1',
  // Only suites of telephony listen for phones.
  SIP_ENABLED: 'false',
  STARTER_PRELOAD: 'false',
  STARTER_WORKERS: '1',
  // Of a quarter of a second each.
  PASSWORD_HASH_LOG2_N: '10',
  // A busy test machine must not look like a database that is away, like a slow provider or like too many calls.
  MEDIA_OVERLOAD_LAG_MS: '0',
  DATABASE_CONNECT_TIMEOUT_MS: '20000',
  DATABASE_QUERY_TIMEOUT_MS: '20000',
  CALL_WAITING_WORDS_AFTER_MS: '0',
});

/** The shared service allows what many suites do at once from one address, and does its deferred work soon. */
export const SHARED_SETTINGS = {
  SIGNALING_GATEWAY: 'debug',
  API_KEY_RATE_LIMIT: '0',
  API_KEY_GUESS_LIMIT: '0',
  SIGN_IN_FAILURES_PER_ADDRESS: '0',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  PROVIDER_ALLOW_PRIVATE_NETWORKS: 'true',
  PROVIDER_TEST_TIMEOUT_MS: '30000',
  TOOL_ALLOW_PRIVATE_NETWORKS: 'true',
  SIP_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_POLL_INTERVAL_MS: '50',
  // Suites have conversations of fixed dates.
  CONVERSATIONS_RETENTION_DAYS: '3650',
};
