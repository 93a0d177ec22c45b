import type { Pool } from 'pg';
import type { DemoAccess } from '../support/service.js';

/** Connections to PostgreSQL, for the service and for bare `pg` alike. */
export const POOL_SIZE = 16;

/** Service limits for the bench's number of requests and deployments. */
export const SETTINGS = { DATABASE_POOL_SIZE: String(POOL_SIZE) };
export const NO_QUOTAS = { quotas: { requests: 0, deployments: 1_000_000_000 } };

/** Agents of the demo account with drafts of an ordinary size. */
export async function makeAgents(pool: Pool, access: DemoAccess, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM agents WHERE id = $1',
    [access.agentId],
  );
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${access.baseUrl}/v1/accounts/${rows[0]?.accountId}/agents`, {
      method: 'POST',
      headers: { 'x-api-key': access.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', responseSettings: { greeting: 'Hello. '.repeat(200) } }),
    });
    const { agentId } = (await response.json()) as { agentId: string };
    ids.push(agentId);
  }
  return ids;
}

/** Adds a history of deployments, as if they had been published one after the other. */
export async function addHistory(
  pool: Pool,
  access: DemoAccess,
  agentId: string,
  count: number,
): Promise<void> {
  await pool.query(
    `INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version, version, functions_hash, type, created_by)
     SELECT 'dep_' || $1 || i, agent.account_id, $1, 'sandbox', i, 'art_' || $1 || i, draft.version, draft.functions_hash, 'publish', 'bench'
     FROM agents agent JOIN drafts draft ON draft.agent_id = agent.id, generate_series(1, $2::int) i WHERE agent.id = $1`,
    [agentId, count],
  );
  await pool.query(
    `INSERT INTO active_deployments (agent_id, environment, deployment_id, number) VALUES ($1, 'sandbox', 'dep_' || $1 || $2::int, $2)`,
    [agentId, count],
  );
  await pool.query('ANALYZE deployments');
}

/** @throws when an answered publish left no deployment or audit entry, or when the history of an agent has a gap. */
export async function refuseMissingRows(
  pool: Pool,
  agentIds: readonly string[],
  published: number,
): Promise<void> {
  const { rows } = await pool.query<{ deployments: number; audited: number; last: number }>(
    `SELECT count(*)::int AS deployments,
            (SELECT count(*)::int FROM audit_log WHERE agent_id = ANY ($1) AND action = 'deployment.publish') AS audited,
            (SELECT sum(number)::int FROM active_deployments WHERE agent_id = ANY ($1)) AS last
     FROM deployments WHERE agent_id = ANY ($1)`,
    [agentIds],
  );
  const [found] = rows;
  if (found?.deployments !== published || found.audited !== published || found.last !== published) {
    throw new Error(`${published} publishes were answered, but the database has ${JSON.stringify(found)}`);
  }
}
