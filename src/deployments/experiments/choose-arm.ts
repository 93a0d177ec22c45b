import { unitOf } from '../rollouts/assignment.js';
import type { ExperimentArm } from './experiment-plan.js';

/**
 * The arm of a caller: sticky per experiment on every instance, and distributed by weight.
 * @param caller Caller id; without one, each call is drawn independently.
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
