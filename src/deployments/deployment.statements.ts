import { Injectable } from '@nestjs/common';
import { freezeSource } from '../agents/index.js';
import type { PublishedProviders } from '../answering/index.js';
import type { EnvironmentName } from '../common/access/index.js';
import { actorIds, type AuditActor } from '../audit/index.js';
import { newId } from '../common/ids/index.js';
import { Prisma, type PreparedStatement } from '../common/prisma/index.js';
import { DeploymentListeners } from './deployment-listener.js';
import type { DeploymentKind } from './deployment.js';

export interface DeploymentOrder {
  readonly actor: AuditActor;
  readonly agentId: string;
  readonly environment: EnvironmentName;
  readonly message: string;
}

/**
 * The statements that deploy. Each one moves the environment's pointer, appends to the history, writes the audit log
 * and returns the deployment's row: one transaction and one round trip. The pointer's row serializes the deployments of
 * one agent and environment: a concurrent one waits for it and takes the next number.
 */
@Injectable()
export class DeploymentStatements {
  private texts: Record<DeploymentKind, string> | undefined;

  constructor(private readonly listeners: DeploymentListeners) {}

  /**
   * Publishes the draft: freezes its content (stored once per account) and deploys it. Returns no row if the account
   * has no such agent.
   * @param providers Defaults where the document names none.
   */
  publish(order: DeploymentOrder, providers: PublishedProviders): PreparedStatement {
    const { values, ...statement } = this.statement('publish', order, newId('art'));
    return { ...statement, values: [...values, JSON.stringify(providers)] };
  }

  /**
   * Publishes frozen content. Returns no row if the account's agent has no such version. Run it in a transaction, after
   * the gates have let it through.
   */
  publishFrozen(order: DeploymentOrder, version: string, providers: PublishedProviders): PreparedStatement {
    const { name, values, ...statement } = this.publish(order, providers);
    const text = `WITH ${FROZEN_SOURCE}, ${activateAndRecord('publish')}`;
    return { ...statement, name: `${name}_frozen`, text, values: [...values, version] };
  }

  /** Redeploys the content of an earlier deployment of the agent. Returns no row if there is no such deployment. */
  redeploy(
    order: DeploymentOrder,
    sourceDeploymentId: string,
    kind: Exclude<DeploymentKind, 'publish'>,
  ): PreparedStatement {
    return this.statement(kind, order, sourceDeploymentId);
  }

  private statement(kind: DeploymentKind, order: DeploymentOrder, source: string): PreparedStatement {
    const { actor, agentId, environment, message } = order;
    this.texts ??= textsFor(this.listeners.interest());
    const id = newId('dep');
    const { actorKeyId, actorPersonId } = actorIds(actor);
    return {
      name: `deployment_${kind}`,
      text: this.texts[kind],
      values: [
        ...[agentId, actor.accountId, environment, source, id, message],
        ...[
          actor.email,
          newId('aud'),
          actorKeyId,
          actor.correlationId ?? null,
          actorPersonId,
          PRECONDITIONS.gates,
        ],
      ],
      outcome: { name: 'deployment_made', text: MADE, values: [id] },
    };
  }
}

/** What the caller has handled already; the statement does nothing if more applies. */
const PRECONDITIONS = { nothing: 0, listeners: 1, gates: 2 } as const;
const PRECONDITION_AT = 11;

/**
 * The same statement, but it does nothing and returns no row if a further precondition applies: an interested listener
 * (which needs a transaction around it), or gates of the environment.
 */
export const withPrecondition = (
  handled: keyof typeof PRECONDITIONS,
  statement: PreparedStatement,
): PreparedStatement => ({
  ...statement,
  values: statement.values.with(PRECONDITION_AT, PRECONDITIONS[handled]),
});

/** The preconditions. A change of the gates locks the agent's row, so this sees the current gates. */
const preconditionFor = (interest: string): string => `
             CASE WHEN $3::"Environment" = ANY (agent.gated_environments) THEN ${PRECONDITIONS.gates}
                  WHEN ${interest} THEN ${PRECONDITIONS.listeners} ELSE ${PRECONDITIONS.nothing} END AS precondition`;

const RECORD = `
           id, account_id AS "accountId", agent_id AS "agentId", environment::text AS environment, number,
           artifact_version AS "artifactVersion", version, functions_hash AS "functionsHash", type::text AS type, message,
           source_deployment_id AS "sourceDeploymentId", created_by AS "createdBy", created_at AS "createdAt"`;

const MADE = `SELECT ${RECORD} FROM deployments WHERE id = $1`;

/** `interest`: the condition on `agent` under which a listener is interested. */
function textsFor(interest: string): Record<DeploymentKind, string> {
  const redeploy = (kind: DeploymentKind) => `
    WITH ${redeploySource(interest)}, ${activateAndRecord(kind)}`;
  return {
    publish: `
    WITH ${publishSource(interest)}, ${activateAndRecord('publish')}`,
    promotion: redeploy('promotion'),
    rollback: redeploy('rollback'),
  };
}

/** Locks the agent before its environments, in the order of deleting an agent. */
const publishSource = (interest: string): string => `
    source AS (
      SELECT draft.agent_id, agent.account_id, draft.version, draft.functions_hash, draft.knowledge_hash, draft.document,
             $4::text AS artifact_version, $13::jsonb AS providers, NULL::text AS source_deployment_id,${preconditionFor(interest)}
      FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id
      WHERE draft.agent_id = $1 AND agent.account_id = $2
      FOR KEY SHARE OF agent
    ), ${freezeSource('$12::int >= precondition')}`;

const redeploySource = (interest: string): string => `
    source AS (
      SELECT earlier.agent_id, earlier.version, earlier.functions_hash, earlier.artifact_version,
             earlier.providers, earlier.id AS source_deployment_id,${preconditionFor(interest)}
      FROM deployments earlier JOIN agents agent ON agent.id = earlier.agent_id
      WHERE earlier.id = $4 AND earlier.agent_id = $1 AND agent.account_id = $2
      FOR KEY SHARE OF agent
    )`;

const FROZEN_SOURCE = `
    source AS (
      SELECT frozen.agent_id, frozen.version, frozen.functions_hash, $4::text AS artifact_version,
             $13::jsonb AS providers, NULL::text AS source_deployment_id, ${PRECONDITIONS.nothing} AS precondition
      FROM agent_versions frozen JOIN agents agent ON agent.id = frozen.agent_id
      WHERE frozen.agent_id = $1 AND frozen.version = $14 AND agent.account_id = $2
      FOR KEY SHARE OF agent
    )`;

/** Common to all deployments, given `source`. The time is taken under the lock, so that it grows with the number. */
const activateAndRecord = (kind: DeploymentKind): string => `
    active AS (
      INSERT INTO active_deployments AS active (agent_id, environment, deployment_id, number)
      SELECT agent_id, $3::"Environment", $5, 1 FROM source WHERE $12::int >= precondition
      ON CONFLICT (agent_id, environment)
        DO UPDATE SET deployment_id = excluded.deployment_id, number = active.number + 1
      RETURNING environment, deployment_id, number
    ), deployment AS (
      INSERT INTO deployments (id, account_id, agent_id, environment, number, artifact_version, version, functions_hash,
                               providers, type, message, source_deployment_id, created_by, created_at)
      SELECT active.deployment_id, $2, source.agent_id, active.environment, active.number, source.artifact_version,
             source.version, source.functions_hash, source.providers, '${kind}', $6, source.source_deployment_id, $7, clock_timestamp()
      FROM source, active
      RETURNING *
    ), audit AS (
      INSERT INTO audit_log (id, account_id, actor_email, actor_key_id, actor_person_id, action, resource_id, agent_id,
                             correlation_id, details)
      SELECT $8, account_id, created_by, $9, $11::text, 'deployment.${kind}', id, agent_id, $10,
             jsonb_build_object('environment', environment::text, 'version', version)
      FROM deployment
    )
    SELECT ${RECORD} FROM deployment`;

/** The active deployment, and the rollout or experiment that shares its calls. */
export const activeStatement = (agentId: string, environment: EnvironmentName): Prisma.Sql => Prisma.sql`
  SELECT deployment.id, deployment.version, deployment.artifact_version AS "artifactVersion",
         deployment.functions_hash AS "functionsHash", rollout.id AS "rolloutId",
         (rollout.plan -> 'steps' -> rollout.step_index ->> 'share')::float8 AS share,
         jsonb_path_query_first(rollout.plan, '$.guards[*].samplePercent')::float8 AS "judgedPercent", base.id AS "baseId",
         base.version AS "baseVersion", base.artifact_version AS "baseArtifactVersion",
         base.functions_hash AS "baseFunctionsHash",
         experiment.id AS "experimentId", experiment.plan -> 'arms' AS arms, experiment.winner
  FROM active_deployments active JOIN deployments deployment ON deployment.id = active.deployment_id
  LEFT JOIN rollouts rollout ON rollout.deployment_id = active.deployment_id AND rollout.state IN ('running', 'paused')
  LEFT JOIN deployments base ON base.id = rollout.base_deployment_id
  LEFT JOIN experiments experiment
    ON experiment.deployment_id = active.deployment_id AND experiment.state IN ('running', 'decided')
  WHERE active.agent_id = ${agentId} AND active.environment = ${environment}::"Environment"`;
