import { fromDbEnvironment } from '../../common/access/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { type RolloutPlan, WHOLE_SHARE } from './rollout-plan.js';
import type { GuardFinding } from './verdict.js';

/** States in which calls are split. */
export const OPEN_STATES = ['running', 'paused'] as const;

/** Validated on input; only this service writes the column. */
export const rolloutPlan = ({ plan }: Pick<RolloutRow, 'plan'>) => plan as unknown as RolloutPlan;

export const isOpen = ({ state }: Pick<RolloutRow, 'state'>): boolean =>
  OPEN_STATES.some((open) => open === state);

/** Percent of the calls that get the new version. */
export function shareOf(row: Pick<RolloutRow, 'plan' | 'state' | 'stepIndex'>): number {
  if (row.state === 'completed') return WHOLE_SHARE;
  return isOpen(row) ? (rolloutPlan(row).steps[row.stepIndex]?.share ?? WHOLE_SHARE) : 0;
}

/** The API's view of a rollout. */
export function rolloutView(row: RolloutRow) {
  const { steps, guards } = rolloutPlan(row);
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
