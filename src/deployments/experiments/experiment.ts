import { fromDbEnvironment } from '../../common/access/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import type { ExperimentArm, ExperimentPlan } from './experiment-plan.js';

/** Validated on input; only this service writes the column. */
export const experimentPlan = ({ plan }: Pick<ExperimentRow, 'plan'>) => plan as unknown as ExperimentPlan;

/** The API's view of an experiment. */
export function experimentView(row: ExperimentRow) {
  const { arms, metrics, worthwhile, rule } = experimentPlan(row);
  return {
    experimentId: row.id,
    agentId: row.agentId,
    environment: fromDbEnvironment(row.environment),
    name: row.name,
    state: row.state,
    deploymentId: row.deploymentId,
    arms: arms.map((arm) => armView(arm, row.deploymentId)),
    metrics,
    worthwhile,
    rule: rule ?? null,
    winner: row.winner,
    reason: row.reason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function armView({ name, weight, build, variantId }: ExperimentArm, activeId: string) {
  return { name, weight, deploymentId: build?.deploymentId ?? activeId, variantId: variantId ?? null };
}
