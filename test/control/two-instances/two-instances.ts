import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { httpClient } from '../../support/http.js';
import { publish } from '../../support/publish.js';
import { OPERATOR_TOKEN } from '../../support/service/settings.js';

/** Two services on one database and their shared objects. */
export interface TwoInstances {
  readonly here: TestApp;
  readonly there: TestApp;
  readonly account: TestAccount;
  readonly key: string;
  readonly agentId: string;
  /** The agent's connector, and the path of all its connectors. */
  readonly connectorId: string;
  readonly connectors: string;
}

const SETTINGS = {
  SIGNALING_GATEWAY: 'debug',
  ALERT_EVALUATION_ENABLED: 'false',
  WEBHOOK_DELIVERY_ENABLED: 'false',
  ALLOW_PRIVATE_NETWORKS: 'providers',
  TEST_RUN_CONCURRENT_CASES: '1',
};
const overrides = {
  conversations: { flushIntervalMs: 20, jobPollIntervalMs: 50 },
  analysis: { concurrent: 1 },
  testSets: { pollIntervalMs: 50 },
  knowledge: { embeddingPollMs: 50, embeddingConcurrent: 1 },
};

export async function startTwoInstances(): Promise<TwoInstances> {
  const here = await createTestApp({ env: { ...SETTINGS, OPERATOR_TOKEN }, overrides });
  const there = await createTestApp({
    databaseUrl: here.databaseUrl,
    // Changes must arrive by notification, not by cache expiry.
    overrides: { ...overrides, auth: { keyCacheTtlMs: 60_000 }, calls: { hangUpLookMs: 60_000 } },
    env: {
      ...SETTINGS,
      ALLOW_PRIVATE_NETWORKS: 'providers,webhooks',
    },
  });
  const account = await here.createAccount();
  const key = await here.createKey(account);
  const agentId = await here.createAgent(account);
  await publish(here, account, agentId, 'sandbox');
  const connectors = `/v1/agents/${agentId}/telephony/connectors`;
  const { body } = await httpClient(here.baseUrl)('POST', connectors, { key, body: { name: 'Widget' } });
  return { here, there, account, key, agentId, connectorId: body.connectorId, connectors };
}
