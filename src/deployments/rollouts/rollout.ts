import { fromDbEnvironment } from '../../common/access/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { type RolloutPlan, WHOLE_SHARE } from './rollout-plan.js';
import type { GuardFinding } from './verdict.js';

/** The states in which calls are still shared out. */
export const OPEN_STATES = ['running', 'paused'] as const;

/** What was stored was checked when it came, and nobody else writes it. */
export const planOf = ({ plan }: Pick<RolloutRow, 'plan'>) => plan as unknown as RolloutPlan;

export const isOpen = ({ state }: Pick<RolloutRow, 'state'>): boolean =>
  OPEN_STATES.some((open) => open === state);

/** Percent of the calls that go to the new version. */
export function shareOf(row: Pick<RolloutRow, 'plan' | 'state' | 'stepIndex'>): number {
  if (row.state === 'completed') return WHOLE_SHARE;
  return isOpen(row) ? (planOf(row).steps[row.stepIndex]?.share ?? WHOLE_SHARE) : 0;
}

/** A rollout as the API shows it. */
export function rolloutView(row: RolloutRow) {
  const { steps, guards } = planOf(row);
  return {
    rolloutId: row.id,
    agentId: row.agentId,
    environment: fromDbEnvironment(row.environment),
    state: row.state,
    deploymentId: row.deploymentId,
    baseDeploymentId: row.baseDeploymentId,
    share: shareOf(row),
    step: row.stepIndex,
    stepStartedAt: row.stepStartedAt.toISOString(),
    steps,
    guards,
    findings: row.findings as unknown as readonly GuardFinding[],
    reason: row.reason,
    rollbackDeploymentId: row.rollbackDeploymentId,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
