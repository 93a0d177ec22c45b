import type { Overrides } from '../../../src/common/config/index.js';
import type { ServiceAddress } from './start.js';

/** The shared service as passed to suites by global-setup.mjs. */
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
  // All services on one database need the same secret to start.
  INSTANCE_SECRET: `the secret of all tests on ${new URL(databaseUrl).pathname}`,
  // Most suites need one media worker and no speech models; those that do load them with their first call.
  MEDIA_WORKERS: '1',
  // Only telephony suites listen for phones.
  SIP_ENABLED: 'false',
  STARTER_PRELOAD: 'false',
  STARTER_WORKERS: '1',
  // A busy test machine must not look like a database outage, a slow provider or an overload.
  MEDIA_OVERLOAD_LAG_MS: '0',
  DATABASE_CONNECT_TIMEOUT_MS: '20000',
  DATABASE_QUERY_TIMEOUT_MS: '20000',
  CALL_WAITING_WORDS_AFTER_MS: '0',
});

/** Constants of every service under test. */
export const TEST_OVERRIDES: Overrides = {
  // By default a hash takes a quarter of a second.
  people: { passwordHashLog2N: 10 },
};

/** The later ones win. */
export function mergeOverrides(...all: readonly Overrides[]): Overrides {
  const merged: Record<string, object> = {};
  for (const overrides of all)
    for (const [section, values] of Object.entries(overrides))
      merged[section] = { ...merged[section], ...values };
  return merged;
}

/** Settings that allow tenants everything a test creates. */
export const FULL_TENANT_SETTINGS = {
  ACCOUNT_RATE_LIMIT: '0',
  ALLOW_PRIVATE_NETWORKS: 'providers,sip,tools,webhooks',
  WEBHOOK_ENDPOINTS_PER_ACCOUNT: '100000',
  ALERT_RULES_PER_ACCOUNT: '100000',
  PROVIDERS_PER_ACCOUNT: '1000',
  PROVIDER_TESTS_PER_MINUTE: '10000',
  VOICE_SAMPLES_PER_MINUTE: '10000',
  TOOL_TRIALS_PER_MINUTE: '10000',
  SIP_TRUNKS_PER_ACCOUNT: '1000',
  TEST_SETS_MAX_PER_AGENT: '1000',
  TEST_CASES_MAX_PER_SET: '1000',
  TEXT_CHATS_PER_ACCOUNT: '100000',
  KNOWLEDGE_TOPICS_PER_AGENT: '10000',
  KNOWLEDGE_DOCUMENTS_PER_AGENT: '10000',
  KNOWLEDGE_DOCUMENTS_AT_ONCE_PER_ACCOUNT: '16',
} as const;

export const FULL_TENANT_OVERRIDES: Overrides = {
  people: { signInFailuresPerAddress: 0, signInFailuresPerEmail: 0 },
  textChats: { maxTurns: 10_000 },
};

/** For services in which suites suspend accounts. */
export const OPERATOR_TOKEN = 'the-operator-token-of-these-tests';

/** The shared service permits the load of many suites from one address, and runs deferred work soon. */
export const SHARED_SETTINGS = {
  ...FULL_TENANT_SETTINGS,
  OPERATOR_TOKEN,
  SIGNALING_GATEWAY: 'debug',
  // Suites evaluate rules explicitly.
  ALERT_EVALUATION_ENABLED: 'false',
  USAGE_PRICES_FILE: 'test/support/service/prices.yaml',
  TEST_SETS_MAX_PER_AGENT: '20',
  TEST_CASES_MAX_PER_SET: '20',
  KNOWLEDGE_WAIT_MS: '5000',
  KNOWLEDGE_TOPICS_PER_AGENT: '20',
  // Suites use conversations with fixed dates.
  CONVERSATIONS_RETENTION_DAYS: '3650',
};

/** Constants of the shared service. */
export const SHARED_OVERRIDES: Overrides = {
  ...FULL_TENANT_OVERRIDES,
  auth: { guessLimit: 0 },
  deployments: { rolloutLookMs: 100, experimentLookMs: 100, gatesLookMs: 100 },
  conversations: { flushIntervalMs: 20, jobPollIntervalMs: 50 },
  analysis: { maxAttempts: 2 },
  testSets: { pollIntervalMs: 50 },
  providers: { providerTestTimeoutMs: 30_000 },
  webhooks: { pollIntervalMs: 50, retryDelaysSeconds: [0, 0, 3_600] },
};
