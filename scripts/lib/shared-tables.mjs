const ONE_TRIP = 'a publish, promotion or rollback is one statement: one round trip';
const GATES = 'evidence of gates, read under the lock of the deployment; the tables belong to modules above';
const OWNER = 'finds the account of rows that have only their agent, in the same statement';
const SEED = 'creates the demo account with fixed ids, in one transaction';
const BELOW = 'the module is below the owner of the table';

/**
 * Tables that other modules than their own touch: how often, and why. None may be added without a reason as good.
 * @type {Record<string, { times: number, why: string }>}
 */
export const SHARED_TABLES = {
  'agents connectors': { times: 1, why: `${BELOW}; what an agent that is to be deleted is used in` },
  'agents deployments': { times: 1, why: `${BELOW}; what an agent that is to be deleted is used in` },
  'auth agents': { times: 1, why: `${BELOW}; the agents that a key is to be limited to` },
  'auth connectors': { times: 2, why: 'a token is looked up with its connector: one statement per call' },
  'call-supervision conversations': {
    times: 1,
    why: 'requests to hang up join their calls: one statement per poll',
  },
  'quotas accounts': { times: 5, why: `${BELOW}; the quotas of accounts` },
  'demo accounts': { times: 1, why: SEED },
  'demo active_deployments': { times: 1, why: SEED },
  'demo agents': { times: 1, why: SEED },
  'demo api_keys': { times: 2, why: SEED },
  'demo connector_tokens': { times: 2, why: SEED },
  'demo connectors': { times: 1, why: SEED },
  'demo people': { times: 1, why: SEED },
  'deployments agent_versions': { times: 1, why: ONE_TRIP },
  'deployments agents': { times: 5, why: `${ONE_TRIP}; ${OWNER}` },
  'deployments alert_rules': { times: 1, why: GATES },
  'deployments audit_log': { times: 2, why: `${ONE_TRIP}; ${GATES}` },
  'deployments drafts': { times: 3, why: `${ONE_TRIP}; ${GATES}` },
  'deployments test_runs': { times: 1, why: GATES },
  'deployments test_sets': { times: 2, why: GATES },
  'knowledge agents': { times: 3, why: OWNER },
  'providers accounts': { times: 1, why: 'whether the installation has one account only' },
  'test-sets conversations': { times: 1, why: 'stores no replay of a call that was erased: one statement' },
};
