import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { rolloutPlan } from './rollout.js';
import type { RolloutGuard } from './rollout-plan.js';
import type { GuardFinding } from './verdict.js';

/** Why a rollout was rolled back; stored with the deployment that did it. */
export interface RollbackEvidence {
  readonly rolloutId: string;
  /** The version that was rolled back. */
  readonly deploymentId: string;
  readonly state: 'rolled_back' | 'aborted';
  /** The guard that decided; null if a person aborted the rollout. */
  readonly decisive: GuardFinding | null;
  /** State of all guards at that time. */
  readonly findings: readonly GuardFinding[];
  readonly guards: readonly RolloutGuard[];
}

export interface GuardFindings {
  readonly findings: readonly GuardFinding[];
  readonly decisive: GuardFinding;
}

/** @param found Findings of the guards; undefined if a person aborts the rollout, then the last ones are used. */
export function rollbackEvidence(
  row: Pick<RolloutRow, 'id' | 'deploymentId' | 'plan' | 'findings'>,
  state: RollbackEvidence['state'],
  found: GuardFindings | undefined,
): RollbackEvidence {
  return {
    rolloutId: row.id,
    deploymentId: row.deploymentId,
    state,
    decisive: found?.decisive ?? null,
    findings: found?.findings ?? (row.findings as unknown as readonly GuardFinding[]),
    guards: rolloutPlan(row).guards,
  };
}
