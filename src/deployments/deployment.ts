import type { DocumentWarning } from '../agent-document/index.js';
import type { EnvironmentName } from '../common/access/index.js';
import type { RollbackEvidence } from './rollouts/rollback-evidence.js';

export type DeploymentKind = 'publish' | 'promotion' | 'rollback';

/** A deployment as the database has it, with the environment in the interface's spelling. */
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
  /** Of a rollback that took a version back. */
  readonly evidence?: RollbackEvidence | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** A deployment as the interface shows it (2.2). */
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
