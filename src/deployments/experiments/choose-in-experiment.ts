import type { ActiveRow, CallLane, ChosenBuild } from '../rollouts/choose-build.js';
import { chooseArm } from './choose-arm.js';
import type { ExperimentArm } from './experiment-plan.js';

/** Of what is active, the experiment that shares its calls; all null without one. */
export interface ExperimentRow {
  readonly experimentId: string | null;
  readonly arms: readonly ExperimentArm[] | null;
  /** Name of the arm that has all calls. */
  readonly winner: string | null;
}

/** What an experiment gives a call; undefined without one, and for what asks for something particular. */
export function chooseInExperiment(row: ActiveRow & ExperimentRow, lane: CallLane): ChosenBuild | undefined {
  const { experimentId, arms, winner } = row;
  if (experimentId === null || arms === null || typeof lane === 'string') return undefined;
  const arm =
    winner === null ? chooseArm(experimentId, lane.caller, arms) : arms.find(({ name }) => name === winner);
  if (!arm) return undefined;
  const { id, version, artifactVersion, functionsHash } = row;
  const { deploymentId, ...fixed } = arm.build ?? {
    deploymentId: id,
    version,
    artifactVersion,
    functionsHash,
  };
  return {
    ...{ id: deploymentId, ...fixed },
    experiment: { id: experimentId, arm: arm.name },
    ...(arm.variantId !== undefined && { variantId: arm.variantId }),
  };
}
