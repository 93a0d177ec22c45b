/** A limit on what one account may have or do. Operators set it for each account. */
export interface Quota {
  readonly meaning: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  /** The setting that limited every account in earlier releases. */
  readonly formerSetting: string;
}

const MOST = 10_000_000;

export const QUOTAS = {
  storageBytes: {
    meaning:
      'Stored bytes: drafts, versions, knowledge, tests, conversations, recordings and the audit log. At the quota, requests that add data return 409, and calls continue without transcript and recording. 0: no limit, so that one account can fill the disk for everyone.',
    fallback: 10_737_418_240,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    formerSetting: 'STORAGE_BYTES_PER_ACCOUNT',
  },
  requests: {
    meaning:
      'Requests in each ACCOUNT_RATE_WINDOW_SECONDS on all instances, with all API keys and people; further ones return 429. 0: no limit.',
    fallback: 1_000,
    min: 0,
    max: MOST,
    formerSetting: 'ACCOUNT_RATE_LIMIT',
  },
  agents: {
    meaning: 'Agents.',
    fallback: 1_000,
    min: 1,
    max: MOST,
    formerSetting: 'AGENTS_PER_ACCOUNT',
  },
  connectors: {
    meaning: 'Connectors of all agents together.',
    fallback: 10_000,
    min: 1,
    max: MOST,
    formerSetting: 'CONNECTORS_PER_ACCOUNT',
  },
  callTokensPerConnector: {
    meaning: 'Valid call tokens of one connector.',
    fallback: 100_000,
    min: 1,
    max: MOST,
    formerSetting: 'CALL_TOKENS_PER_CONNECTOR',
  },
  phoneNumbers: {
    meaning: 'Phone numbers of all agents together.',
    fallback: 10_000,
    min: 1,
    max: MOST,
    formerSetting: 'PHONE_NUMBERS_PER_ACCOUNT',
  },
  apiKeys: {
    meaning: 'API keys that are not revoked.',
    fallback: 1_000,
    min: 1,
    max: MOST,
    formerSetting: 'API_KEYS_PER_ACCOUNT',
  },
  people: {
    meaning: 'People, and separately invitations.',
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    formerSetting: 'PEOPLE_PER_ACCOUNT',
  },
  deployments: {
    meaning:
      'Deployments of all agents together, all of which are kept for rollback. Deleting an agent deletes its deployments.',
    fallback: 100_000,
    min: 1,
    max: 1_000_000_000,
    formerSetting: 'DEPLOYMENTS_PER_ACCOUNT',
  },
  concurrentCalls: {
    meaning:
      'Calls at once on all instances. At CALL_MAX_CONCURRENT or above, one account can take the whole capacity of an instance.',
    fallback: 150,
    min: 1,
    max: 100_000,
    formerSetting: 'CALL_MAX_CONCURRENT_PER_ACCOUNT',
  },
  concurrentCallsPerAgent: {
    meaning: 'Calls of one agent at once on all instances.',
    fallback: 150,
    min: 1,
    max: 100_000,
    formerSetting: 'CALL_MAX_CONCURRENT_PER_AGENT',
  },
  unconnectedCalls: {
    meaning:
      'Calls at once that wait for their client to connect media. At CALL_MAX_CONCURRENT or above, abandoned offers can take the whole capacity of an instance.',
    fallback: 100,
    min: 1,
    max: 100_000,
    formerSetting: 'CALL_MAX_UNCONNECTED_PER_ACCOUNT',
  },
  trunks: {
    meaning: 'SIP trunks.',
    fallback: 50,
    min: 1,
    max: 10_000,
    formerSetting: 'SIP_TRUNKS_PER_ACCOUNT',
  },
  outboundCalls: {
    meaning:
      'Outbound calls at once on all instances; further ones wait. Each costs money on the trunk: this bounds what a stolen key can spend.',
    fallback: 10,
    min: 1,
    max: 100_000,
    formerSetting: 'OUTBOUND_CALLS_PER_ACCOUNT',
  },
  outboundCallsPerSecond: {
    meaning: 'Outbound calls that start per second on all instances.',
    fallback: 2,
    min: 1,
    max: 1_000,
    formerSetting: 'OUTBOUND_CALLS_PER_SECOND_PER_ACCOUNT',
  },
  queuedOutboundCalls: {
    meaning: 'Outbound calls that wait at once; further ones return 409.',
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    formerSetting: 'OUTBOUND_QUEUE_PER_ACCOUNT',
  },
  textChats: {
    meaning: 'Open text conversations.',
    fallback: 100,
    min: 1,
    max: 100_000,
    formerSetting: 'TEXT_CHATS_PER_ACCOUNT',
  },
  toolTrialsPerMinute: {
    meaning:
      'Trials of draft tools (POST /v1/agents/{agentId}/tool-trials) and websites read (POST /v1/website-pages) per minute on all instances. Each makes real requests.',
    fallback: 30,
    min: 0,
    max: 10_000,
    formerSetting: 'TOOL_TRIALS_PER_MINUTE',
  },
  toolSecrets: {
    meaning: 'Tool secrets (PUT /v1/secrets).',
    fallback: 100,
    min: 0,
    max: 10_000,
    formerSetting: 'TOOL_SECRETS_PER_ACCOUNT',
  },
  providers: {
    meaning: 'Providers that the account has configured (PUT /v1/providers).',
    fallback: 50,
    min: 0,
    max: 1_000,
    formerSetting: 'PROVIDERS_PER_ACCOUNT',
  },
  providerTestsPerMinute: {
    meaning:
      'Provider tests (POST /v1/providers/{name}/test) and suggested agents (POST /v1/agent-suggestions) per minute on all instances.',
    fallback: 20,
    min: 0,
    max: 10_000,
    formerSetting: 'PROVIDER_TESTS_PER_MINUTE',
  },
  voiceSamplesPerMinute: {
    meaning: 'Voice samples per minute on all instances (POST /v1/voice-samples). Providers charge for each.',
    fallback: 30,
    min: 0,
    max: 10_000,
    formerSetting: 'VOICE_SAMPLES_PER_MINUTE',
  },
  topicsPerAgent: {
    meaning: 'Knowledge topics of one agent.',
    fallback: 1_000,
    min: 1,
    max: 100_000,
    formerSetting: 'KNOWLEDGE_TOPICS_PER_AGENT',
  },
  documentsPerAgent: {
    meaning: 'Knowledge documents of one agent. The files are kept in the database.',
    fallback: 100,
    min: 1,
    max: 10_000,
    formerSetting: 'KNOWLEDGE_DOCUMENTS_PER_AGENT',
  },
  passagesPerAgent: {
    meaning:
      'Passages of about 1,000 characters in the topics and documents of one agent. The more passages, the longer a search takes.',
    fallback: 20_000,
    min: 10,
    max: 1_000_000,
    formerSetting: 'KNOWLEDGE_PASSAGES_PER_AGENT',
  },
  documentUploads: {
    meaning:
      'Documents at once on an instance that are uploaded or wait to be parsed; further ones return 429.',
    fallback: 4,
    min: 1,
    max: 1_000,
    formerSetting: 'KNOWLEDGE_DOCUMENTS_AT_ONCE_PER_ACCOUNT',
  },
  testSetsPerAgent: {
    meaning: 'Test sets of one agent.',
    fallback: 20,
    min: 1,
    max: 1_000,
    formerSetting: 'TEST_SETS_MAX_PER_AGENT',
  },
  testCasesPerSet: {
    meaning: 'Cases of one test set.',
    fallback: 200,
    min: 1,
    max: 1_000,
    formerSetting: 'TEST_CASES_MAX_PER_SET',
  },
  webhookEndpoints: {
    meaning: 'Webhook endpoints.',
    fallback: 10,
    min: 1,
    max: 100_000,
    formerSetting: 'WEBHOOK_ENDPOINTS_PER_ACCOUNT',
  },
  alertRules: {
    meaning: 'Alert rules.',
    fallback: 10,
    min: 1,
    max: 100_000,
    formerSetting: 'ALERT_RULES_PER_ACCOUNT',
  },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof QUOTAS;

export type Quotas = Readonly<Record<QuotaName, number>>;

const entries = Object.entries(QUOTAS) as [QuotaName, Quota][];

/** For accounts without their own. */
export const quotaDefaults = Object.fromEntries(
  entries.map(([name, { fallback }]) => [name, fallback]),
) as Quotas;

/** What replaces each former setting. */
export const formerQuotaSettings: Readonly<Record<string, string>> = Object.fromEntries(
  entries.map(([name, { formerSetting }]) => [
    formerSetting,
    `the quota ${name} of each account (npm run cli -- quotas set ACCOUNT ${name} NUMBER), copied once to existing accounts`,
  ]),
);

/** Values of former settings that the environment still sets. */
export function formerQuotasIn(environment: Readonly<Record<string, string | undefined>>): Partial<Quotas> {
  return Object.fromEntries(
    entries.flatMap(([name, { formerSetting, min, max }]) => {
      const text = environment[formerSetting] ?? '';
      const value = Number(text);
      return /^\d+$/.test(text) && value >= min && value <= max ? [[name, value]] : [];
    }),
  );
}
