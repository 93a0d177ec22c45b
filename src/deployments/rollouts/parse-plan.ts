import { validationFailed } from '../../common/errors/index.js';
import type { NewRolloutDto } from './rollout.dto.js';
import { completePlan, problemOfPlan, type RolloutPlan } from './rollout-plan.js';

/** @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` for a plan that contradicts itself. */
export function planFrom(body: NewRolloutDto | undefined): RolloutPlan | undefined {
  if (!body) return undefined;
  const { steps, guards } = body;
  const plan = completePlan({
    steps: steps.map(({ share, calls, minutes }) => ({
      share,
      ...(calls !== undefined && { calls }),
      ...(minutes !== undefined && { minutes }),
    })),
    ...(guards && {
      guards: guards.map(({ metric, maximumPercent, maximumP95Ms, samplePercent }) => ({
        metric,
        ...(maximumPercent !== undefined && { maximumPercent }),
        ...(maximumP95Ms !== undefined && { maximumP95Ms }),
        ...(samplePercent !== undefined && { samplePercent }),
      })),
    }),
  });
  const problem = problemOfPlan(plan);
  if (problem !== undefined) throw validationFailed(`${problem}.`);
  return plan;
}
