import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { planOf } from './rollout.js';
import type { RolloutGuard } from './rollout-plan.js';
import type { GuardFinding } from './verdict.js';

/** Why a rollout took a version back, as it stays with the deployment that did. */
export interface RollbackEvidence {
  readonly rolloutId: string;
  /** Of the version that was taken back. */
  readonly deploymentId: string;
  readonly state: 'rolled_back' | 'aborted';
  /** The bet that was won; null where a person aborted the rollout. */
  readonly decisive: GuardFinding | null;
  /** How all bets stood then. */
  readonly findings: readonly GuardFinding[];
  readonly guards: readonly RolloutGuard[];
}

export interface Found {
  readonly findings: readonly GuardFinding[];
  readonly decisive: GuardFinding;
}

/** @param found What the guards found; undefined where a person aborts it, and what they found last is told. */
export function rollbackEvidence(
  row: Pick<RolloutRow, 'id' | 'deploymentId' | 'plan' | 'findings'>,
  state: RollbackEvidence['state'],
  found: Found | undefined,
): RollbackEvidence {
  return {
    rolloutId: row.id,
    deploymentId: row.deploymentId,
    state,
    decisive: found?.decisive ?? null,
    findings: found?.findings ?? (row.findings as unknown as readonly GuardFinding[]),
    guards: planOf(row).guards,
  };
}
