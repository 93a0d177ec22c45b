import type { Pool, PoolClient } from 'pg';
import { newId } from '../../src/common/ids/index.js';
import { freezeSource } from '../../src/agents/freeze-source.js';
import type { Publish } from './contest.js';

const CONTENT = `source AS (
    SELECT draft.*, agent.account_id FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id WHERE agent.id = $1
  ), ${freezeSource('true')}`;
const ACTIVE = `INSERT INTO active_deployments AS active (agent_id, environment, deployment_id, number) VALUES ($1, 'sandbox', $2, 1)
  ON CONFLICT (agent_id, environment) DO UPDATE SET deployment_id = excluded.deployment_id, number = active.number + 1 RETURNING number`;
const DEPLOYMENT_OF = (
  number: string,
) => `INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version,
    version, functions_hash, type, message, created_by, created_at)
  SELECT $2, agent.account_id, $1, 'sandbox', ${number}, $3, draft.version, draft.functions_hash, 'publish', 'bench', $4, clock_timestamp()
  FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id`;
const AUDIT_COLUMNS =
  'INSERT INTO audit_log (id, account_id, actor_email, actor_key_id, action, resource_id, agent_id, correlation_id, details)';

const DEPLOYMENT = `${DEPLOYMENT_OF('$5')} WHERE draft.agent_id = $1 RETURNING *`;
const AUDIT = `${AUDIT_COLUMNS} VALUES ($1, $2, $3, $4, 'deployment.publish', $5, $6, $7, $8)`;
const ALL = `WITH ${CONTENT}, active AS (${ACTIVE}),
  deployment AS (${DEPLOYMENT_OF('active.number')}, active WHERE draft.agent_id = $1 RETURNING *),
  audit AS (${AUDIT_COLUMNS} SELECT $5, account_id, $4, $6, 'deployment.publish', id, agent_id, $7,
    jsonb_build_object('environment', 'sandbox', 'version', version) FROM deployment)
  SELECT * FROM deployment`;

/** Values that the service takes from the request, with the same length, so that the rows are the same. */
const EMAIL = 'demo@earshot.example';
const KEY_ID = newId('ak');
const CORRELATION_ID = '4c1c6a2e-6f0b-4a57-9d57-0d8a1f3f9b11';

/**
 * Writes the rows of a publish (content, pointer, deployment, audit entry) with the driver alone: no HTTP, no key, no
 * validation, no ORM, and no ownership check. Statements are prepared once per connection.
 */
export const PgPublisher = {
  /** The obvious way: a pooled connection, BEGIN, four statements, COMMIT, each with a round trip. */
  inTransaction:
    (pool: Pool): Publish =>
    async (agentId) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const deploymentId = newId('dep');
        await run(client, 'content', `WITH ${CONTENT} SELECT FROM version`, [agentId]);
        const { rows: pointers } = await run(client, 'active', ACTIVE, [agentId, deploymentId]);
        const values = [agentId, deploymentId, newId('art'), EMAIL, pointers[0]?.number];
        const { rows } = await run(client, 'deployment', DEPLOYMENT, values);
        const { account_id: accountId, version } = rows[0] ?? {};
        await run(client, 'audit', AUDIT, [
          ...[newId('aud'), accountId, EMAIL, KEY_ID, deploymentId, agentId, CORRELATION_ID],
          { environment: 'sandbox', version },
        ]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },

  /** Everything in one statement and one round trip. */
  inOneStatement:
    (pool: Pool): Publish =>
    async (agentId) => {
      await pool.query({
        name: 'all',
        text: ALL,
        values: [agentId, newId('dep'), newId('art'), EMAIL, newId('aud'), KEY_ID, CORRELATION_ID],
      });
    },
};

const run = (client: PoolClient, name: string, text: string, values: unknown[]) =>
  client.query<Record<string, unknown>>({ name, text, values });
