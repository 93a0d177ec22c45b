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
  ALLOW_PRIVATE_NETWORKS: 'providers,sip,tools,webhooks',
} as const;

export const FULL_TENANT_OVERRIDES: Overrides = {
  quotas: {
    requests: 0,
    trunks: 1_000,
    textChats: 100_000,
    toolTrialsPerMinute: 10_000,
    providers: 1_000,
    providerTestsPerMinute: 10_000,
    voiceSamplesPerMinute: 10_000,
    topicsPerAgent: 10_000,
    documentsPerAgent: 10_000,
    documentUploads: 16,
    testSetsPerAgent: 1_000,
    testCasesPerSet: 1_000,
    webhookEndpoints: 100_000,
    alertRules: 100_000,
  },
  people: { signInFailuresPerAddress: 0, signInFailuresPerEmail: 0 },
  textChats: { maxTurns: 10_000 },
};

/** For services in which suites suspend accounts or set quotas. */
export const OPERATOR_TOKEN = 'the-operator-token-of-these-tests';

/** The shared service permits the load of many suites from one address, and runs deferred work soon. */
export const SHARED_SETTINGS = {
  ...FULL_TENANT_SETTINGS,
  OPERATOR_TOKEN,
  SIGNALING_GATEWAY: 'debug',
  // Suites evaluate rules explicitly.
  ALERT_EVALUATION_ENABLED: 'false',
  USAGE_PRICES_FILE: 'test/support/service/prices.yaml',
  KNOWLEDGE_WAIT_MS: '5000',
  // Suites use conversations with fixed dates.
  CONVERSATIONS_RETENTION_DAYS: '3650',
};

/** Constants of the shared service. */
export const SHARED_OVERRIDES: Overrides = {
  ...FULL_TENANT_OVERRIDES,
  quotas: { ...FULL_TENANT_OVERRIDES.quotas, testSetsPerAgent: 20, testCasesPerSet: 20, topicsPerAgent: 20 },
  auth: { guessLimit: 0 },
  deployments: { rolloutLookMs: 100, experimentLookMs: 100, gatesLookMs: 100 },
  conversations: { flushIntervalMs: 20, jobPollIntervalMs: 50 },
  analysis: { maxAttempts: 2 },
  testSets: { pollIntervalMs: 50 },
  providers: { providerTestTimeoutMs: 30_000 },
  webhooks: { pollIntervalMs: 50, retryDelaysSeconds: [0, 0, 3_600] },
};
