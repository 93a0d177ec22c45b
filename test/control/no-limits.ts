import type { Overrides } from '../../src/common/config/index.js';

/** Settings without account limits for long tests. Nothing leaves this machine. */
export const NO_LIMITS = {
  HTTP_BODY_LIMIT_BYTES: '10000000',
  ALLOW_PRIVATE_NETWORKS: 'webhooks',
} as const;

export const UNLIMITED: Overrides = {
  auth: { guessLimit: 0 },
  quotas: {
    requests: 0,
    agents: 100_000,
    connectors: 100_000,
    apiKeys: 100_000,
    toolSecrets: 10_000,
    alertRules: 100_000,
    webhookEndpoints: 100_000,
    testSetsPerAgent: 1_000,
    testCasesPerSet: 1_000,
  },
};
