import { fromDbEnvironment } from '../../common/access/index.js';
import type { PendingDeployment as PendingRow } from '../../generated/prisma/client.js';
import type { RolloutPlan } from '../rollouts/rollout-plan.js';
import type { Candidate } from './gate-evidence.js';
import type { GatedPlace } from './gates.store.js';
import type { GateState } from './judge-gates.js';

/** Validated on input; only this service writes the column. */
export const plannedRollout = ({ rollout }: Pick<PendingRow, 'rollout'>): RolloutPlan | undefined =>
  rollout === null ? undefined : (rollout as unknown as RolloutPlan);

export const placeOf = ({ accountId, agentId, environment }: PendingRow): GatedPlace => ({
  ...{ accountId, agentId },
  environment: fromDbEnvironment(environment),
});

export const candidateOf = ({ version, type, createdBy }: PendingRow): Candidate => ({
  ...{ version, kind: type },
  askedBy: createdBy,
});

export type PendingView = ReturnType<typeof pendingView>;

/** The API's view of a waiting deployment. */
export const pendingView = (row: PendingRow) => ({
  pendingDeploymentId: row.id,
  agentId: row.agentId,
  environment: fromDbEnvironment(row.environment),
  type: row.type,
  version: row.version,
  sourceDeploymentId: row.sourceDeploymentId,
  deploymentMessage: row.message,
  state: row.state,
  gates: row.gates as unknown as readonly GateState[],
  reason: row.reason,
  deploymentId: row.deploymentId,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** Checked before the gates of a waiting deployment. */
export interface PendingSurroundings {
  readonly now: Date;
  /** Number of the environment's active deployment; 0 without one. */
  readonly activeNumber: number;
  /** The key or person that requested it may still deploy. */
  readonly mayAskerDeploy: boolean;
}

/** Whether, and why, a waiting deployment can no longer be made. */
export function endOfWaiting(
  { afterNumber, expiresAt }: Pick<PendingRow, 'afterNumber' | 'expiresAt'>,
  { now, activeNumber, mayAskerDeploy }: PendingSurroundings,
): { readonly state: 'superseded' | 'expired' | 'cancelled'; readonly reason: string } | undefined {
  if (activeNumber !== afterNumber) {
    return { state: 'superseded', reason: 'Something else was deployed to the environment meanwhile.' };
  }
  if (now >= expiresAt) return { state: 'expired', reason: 'Its gates held it for too long.' };
  if (!mayAskerDeploy) return { state: 'cancelled', reason: 'Who asked for it may not deploy any more.' };
  return undefined;
}
