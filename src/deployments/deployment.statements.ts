import type { EnvironmentName } from '../common/access/index.js';
import type { AuditActor } from '../common/audit/index.js';
import { newId } from '../common/ids/index.js';
import { Prisma } from '../common/prisma/index.js';
import type { DeploymentKind } from './deployment.js';

/** What a deployment statement is told, whatever it deploys. */
export interface DeploymentOrder {
  readonly actor: AuditActor;
  readonly agentId: string;
  readonly environment: EnvironmentName;
  readonly message: string;
}

/**
 * Publishes the draft in one statement, which is one transaction by itself and one trip to the database: freezes the content (once
 * for each distinct document), moves the environment's pointer, appends to the history, writes the audit log. The pointer's row
 * is what makes deployments of one agent and environment serial: a second one waits on it and takes the next number. Gives no
 * row when the account has no such agent.
 */
export function publishStatement(order: DeploymentOrder): Prisma.Sql {
  const { actor, agentId } = order;
  const deploymentId = newId('dep');
  return Prisma.sql`
    WITH source AS (
      SELECT draft.agent_id, draft.version, draft.functions_hash, draft.document,
             ${newId('art')} AS artifact_version, NULL::text AS source_deployment_id
      FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id
      WHERE draft.agent_id = ${agentId} AND agent.account_id = ${actor.accountId}
      -- The agent before its environments, in the order in which deleting an agent locks them.
      FOR KEY SHARE OF agent
    ), content AS (
      INSERT INTO agent_contents (agent_id, version, functions_hash, document)
      SELECT agent_id, version, functions_hash, document FROM source
      ON CONFLICT DO NOTHING
    ), ${activateAndRecord(order, deploymentId, 'publish')}`;
}

/** Deploys again what an earlier deployment of the agent deployed, as `publishStatement` does. */
export function redeployStatement(
  order: DeploymentOrder,
  sourceDeploymentId: string,
  kind: Exclude<DeploymentKind, 'publish'>,
): Prisma.Sql {
  const { actor, agentId } = order;
  return Prisma.sql`
    WITH source AS (
      SELECT earlier.agent_id, earlier.version, earlier.functions_hash, earlier.artifact_version,
             earlier.id AS source_deployment_id
      FROM deployments earlier JOIN agents agent ON agent.id = earlier.agent_id
      WHERE earlier.id = ${sourceDeploymentId} AND earlier.agent_id = ${agentId}
        AND agent.account_id = ${actor.accountId}
      FOR KEY SHARE OF agent
    ), ${activateAndRecord(order, newId('dep'), kind)}`;
}

/** What all deployments have in common, given `source`. The time is taken after the lock, so that it grows with the number. */
function activateAndRecord(order: DeploymentOrder, deploymentId: string, kind: DeploymentKind): Prisma.Sql {
  const { actor, environment, message } = order;
  return Prisma.sql`
    active AS (
      INSERT INTO active_deployments AS active (agent_id, environment, deployment_id, number)
      SELECT agent_id, ${environment}::"Environment", ${deploymentId}, 1 FROM source
      ON CONFLICT (agent_id, environment)
        DO UPDATE SET deployment_id = excluded.deployment_id, number = active.number + 1
      RETURNING environment, deployment_id, number
    ), deployment AS (
      INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version, version, functions_hash,
                               type, message, source_deployment_id, created_by, created_at)
      SELECT active.deployment_id, ${actor.accountId}, source.agent_id, active.environment, active.number,
             source.artifact_version, source.version, source.functions_hash, ${kind}::"DeploymentType", ${message},
             source.source_deployment_id, ${actor.email}, clock_timestamp()
      FROM source, active
      RETURNING *
    ), audit AS (
      INSERT INTO audit_log (id, account_id, actor_email, actor_key_id, action, resource_id, agent_id, correlation_id, details)
      SELECT ${newId('aud')}, account_id, created_by, ${actor.keyId ?? null}, ${`deployment.${kind}`}, id, agent_id,
             ${actor.correlationId ?? null}, jsonb_build_object('environment', environment::text, 'version', version)
      FROM deployment
    )
    ${deploymentColumns} FROM deployment`;
}

/** The columns of a DeploymentRecord, in its spelling. */
const deploymentColumns = Prisma.sql`
  SELECT id, account_id AS "accountId", agent_id AS "agentId", environment::text AS environment, number,
         artifact_version AS "artifactVersion", version, functions_hash AS "functionsHash", type::text AS type, message,
         source_deployment_id AS "sourceDeploymentId", created_by AS "createdBy", created_at AS "createdAt"`;

/** What is active in one environment of an agent: its id and what was deployed. */
export const activeStatement = (agentId: string, environment: EnvironmentName): Prisma.Sql => Prisma.sql`
  SELECT deployment.id, deployment.version, deployment.artifact_version AS "artifactVersion",
         deployment.functions_hash AS "functionsHash"
  FROM active_deployments active JOIN deployments deployment ON deployment.id = active.deployment_id
  WHERE active.agent_id = ${agentId} AND active.environment = ${environment}::"Environment"`;
