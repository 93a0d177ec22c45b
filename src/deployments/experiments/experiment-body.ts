import type { PutExperimentDto } from './experiment.dto.js';
import { EXPERIMENT_METRICS } from './experiment-plan.js';
import type { NewExperiment } from './experiments.service.js';

/** The stored form of an experiment: absent fields stay absent. */
export function wantedFrom(body: PutExperimentDto): NewExperiment {
  const { name = '', arms, metrics = EXPERIMENT_METRICS, worthwhile = {}, rule } = body;
  const given = Object.entries(worthwhile).filter(([, value]) => value !== undefined);
  return {
    name,
    arms: arms.map((arm) => ({
      ...{ name: arm.name, weight: arm.weight },
      ...(arm.version !== undefined && { version: arm.version }),
      ...(arm.variantId !== undefined && { variantId: arm.variantId }),
    })),
    metrics,
    worthwhile: Object.fromEntries(given),
    ...(rule && { rule: { metric: rule.metric, callsPerArm: rule.callsPerArm } }),
  };
}
