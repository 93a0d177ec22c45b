import type { ActiveRow, CallLane, ChosenBuild } from '../rollouts/choose-build.js';
import { chooseArm } from './choose-arm.js';
import type { ExperimentArm } from './experiment-plan.js';

/** The experiment of the active deployment; all null without one. */
export interface ExperimentRow {
  readonly experimentId: string | null;
  readonly arms: readonly ExperimentArm[] | null;
  /** Name of the arm that gets all calls. */
  readonly winner: string | null;
}

/**
 * The build that an experiment chooses for a call; undefined without one, and if the call requests a specific build.
 */
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
