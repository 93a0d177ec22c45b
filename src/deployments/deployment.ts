import type { DocumentWarning } from '../agent-document/index.js';
import { type EnvironmentName, ENVIRONMENTS } from '../common/access/index.js';
import type { RollbackEvidence } from './rollouts/rollback-evidence.js';

export type DeploymentKind = 'publish' | 'promotion' | 'rollback';

/** A deployment as stored, with the environment in the API's spelling. */
export interface DeploymentRecord {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly environment: EnvironmentName;
  readonly number: number;
  readonly artifactVersion: string;
  readonly version: string;
  readonly functionsHash: string;
  readonly type: DeploymentKind;
  readonly message: string;
  readonly sourceDeploymentId: string | null;
  /** As `PublishedProviders`. */
  readonly providers?: unknown;
  /** Set for a rollback by a rollout's guards. */
  readonly evidence?: RollbackEvidence | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** The API's view of a deployment. */
export function deploymentView(record: DeploymentRecord) {
  return {
    id: record.id,
    accountId: record.accountId,
    agentId: record.agentId,
    environment: record.environment,
    artifactVersion: record.artifactVersion,
    version: record.version,
    createdBy: record.createdBy,
    createdAt: record.createdAt.toISOString(),
    metadata: {
      deployment_message: record.message,
      deployment_type: record.type,
      lambda_deployment_version: record.functionsHash,
      ...(record.sourceDeploymentId !== null && { source_deployment_id: record.sourceDeploymentId }),
      ...(record.evidence && { rollback_evidence: record.evidence }),
    },
  };
}

type View = ReturnType<typeof deploymentView>;

export type DeploymentView = View & { readonly metadata: { readonly warnings?: readonly DocumentWarning[] } };

export type PromotionRefusal = 'no-next-environment' | 'not-forward';

/** The target of a promotion: the next stage, or the requested one if it lies ahead; stages may be skipped. */
export function promotionTarget(
  from: EnvironmentName,
  requested: EnvironmentName | undefined,
): { readonly target: EnvironmentName } | { readonly refusal: PromotionRefusal } {
  const stage = ENVIRONMENTS.indexOf(from);
  const target = requested ?? ENVIRONMENTS[stage + 1];
  if (target === undefined) return { refusal: 'no-next-environment' };
  return ENVIRONMENTS.indexOf(target) > stage ? { target } : { refusal: 'not-forward' };
}
