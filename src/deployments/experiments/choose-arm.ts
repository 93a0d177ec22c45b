import { unitOf } from '../rollouts/assignment.js';
import type { ExperimentArm } from './experiment-plan.js';

/**
 * The one arm that a caller gets: always the same for one caller in one experiment, on every instance, and each arm
 * by its weight.
 * @param caller Who calls; an unknown caller is drawn anew for each call.
 */
export function chooseArm(
  experimentId: string,
  caller: string | undefined,
  arms: readonly ExperimentArm[],
): ExperimentArm | undefined {
  const total = arms.reduce((sum, { weight }) => sum + weight, 0);
  let left = unitOf(experimentId, caller) * total;
  for (const arm of arms) {
    left -= arm.weight;
    if (left < 0) return arm;
  }
  return arms.at(-1);
}
