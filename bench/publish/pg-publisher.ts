import type { Pool, PoolClient } from 'pg';
import { newId } from '../../src/common/ids/index.js';

const CONTENT = `INSERT INTO agent_contents (agent_id, version, functions_hash, document)
  SELECT agent_id, version, functions_hash, document FROM drafts WHERE agent_id = $1 ON CONFLICT DO NOTHING`;
const ACTIVE = `INSERT INTO active_deployments AS active (agent_id, environment, deployment_id, number) VALUES ($1, 'sandbox', $2, 1)
  ON CONFLICT (agent_id, environment) DO UPDATE SET deployment_id = excluded.deployment_id, number = active.number + 1 RETURNING number`;
const DEPLOYMENT = `INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version, version, functions_hash,
    type, message, created_by, created_at)
  SELECT $2, agent.account_id, $1, 'sandbox', $3, $4, draft.version, draft.functions_hash, 'publish', 'bench', 'bench', clock_timestamp()
  FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id WHERE draft.agent_id = $1 RETURNING *`;
const AUDIT = `INSERT INTO audit_log (id, account_id, actor_email, action, resource_id, agent_id, details)
  SELECT $3, account_id, 'bench', 'deployment.publish', $2, $1, '{"environment":"sandbox"}' FROM agents WHERE id = $1`;
const ALL = `WITH content AS (${CONTENT}),
  active AS (INSERT INTO active_deployments AS active (agent_id, environment, deployment_id, number) VALUES ($1, 'sandbox', $2, 1)
    ON CONFLICT (agent_id, environment) DO UPDATE SET deployment_id = excluded.deployment_id, number = active.number + 1 RETURNING number),
  audit AS (${AUDIT})
  INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version, version, functions_hash,
    type, message, created_by, created_at)
  SELECT $2, agent.account_id, $1, 'sandbox', active.number, $4, draft.version, draft.functions_hash, 'publish', 'bench', 'bench',
    clock_timestamp()
  FROM active, drafts draft JOIN agents agent ON agent.id = draft.agent_id WHERE draft.agent_id = $1 RETURNING *`;

/** Writes the rows of a publish with the driver alone: no HTTP, no key, no ORM. Statements are prepared once a connection. */
export const PgPublisher = {
  /** As one would write it by hand: begin, four statements, commit. */
  inTransaction: (pool: Pool) => async (agentId: string) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const deploymentId = newId('dep');
      await run(client, 'content', CONTENT, [agentId]);
      const { rows } = await run(client, 'active', ACTIVE, [agentId, deploymentId]);
      await run(client, 'deployment', DEPLOYMENT, [agentId, deploymentId, rows[0].number, newId('art')]);
      await run(client, 'audit', AUDIT, [agentId, deploymentId, newId('aud')]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  },
  /** All of it in one statement and one trip. */
  inOneStatement: (pool: Pool) => async (agentId: string) => {
    await pool.query({
      name: 'all',
      text: ALL,
      values: [agentId, newId('dep'), newId('aud'), newId('art')],
    });
  },
};

const run = (client: PoolClient, name: string, text: string, values: unknown[]) =>
  client.query({ name, text, values });
