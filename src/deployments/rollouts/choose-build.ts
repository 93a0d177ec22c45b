import { isCanaryCall } from './assignment.js';
import { hasMostCalls } from './rollout-plan.js';

/**
 * Which version a call gets during a rollout: by the caller's share; the version that most callers have; or the new
 * one.
 */
export type CallLane = 'newest' | 'steady' | { readonly caller: string | undefined };

interface Build {
  readonly id: string;
  readonly version: string;
  readonly artifactVersion: string;
  readonly functionsHash: string;
}

/** The active deployment; the other columns are set during a rollout. */
export interface ActiveRow extends Build {
  readonly rolloutId: string | null;
  /** Percent of the calls that get it. */
  readonly share: number | null;
  /** Percent of the calls whose success is analyzed for a guard; null: all. */
  readonly judgedPercent: number | null;
  readonly baseId: string | null;
  readonly baseVersion: string | null;
  readonly baseArtifactVersion: string | null;
  readonly baseFunctionsHash: string | null;
}

export interface CallRollout {
  readonly id: string;
  /** Percent of the calls that got the new version at that time. */
  readonly share: number;
  /** Percent of the calls whose success is analyzed; absent: all. */
  readonly judgedPercent?: number;
}

export type ChosenBuild = Build & {
  readonly rollout?: CallRollout;
  readonly experiment?: { readonly id: string; readonly arm: string };
  readonly variantId?: string;
};

export function chooseBuild(row: ActiveRow, lane: CallLane): ChosenBuild {
  const { id, version, artifactVersion, functionsHash, rolloutId, share, judgedPercent } = row;
  const newest = { id, version, artifactVersion, functionsHash };
  const base = baseOf(row);
  if (lane === 'newest' || rolloutId === null || share === null || !base) return newest;
  if (lane === 'steady') return hasMostCalls(share) ? newest : base;
  const chosen = isCanaryCall(rolloutId, lane.caller, share) ? newest : base;
  return { ...chosen, rollout: { id: rolloutId, share, ...(judgedPercent !== null && { judgedPercent }) } };
}

function baseOf(row: ActiveRow): Build | undefined {
  const { baseId, baseVersion, baseArtifactVersion, baseFunctionsHash } = row;
  if (baseId === null || baseVersion === null || baseArtifactVersion === null || baseFunctionsHash === null)
    return undefined;
  return {
    id: baseId,
    version: baseVersion,
    artifactVersion: baseArtifactVersion,
    functionsHash: baseFunctionsHash,
  };
}
