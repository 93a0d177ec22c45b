import { GUARD_METRICS, type GuardMetric } from '../rollouts/rollout-plan.js';

/** Metrics of an experiment: shares of calls with an event, and a time. Less of each is better. */
export const EXPERIMENT_METRICS = GUARD_METRICS;

export type ExperimentMetric = GuardMetric;

/** A version that was deployed before. */
export interface FixedBuild {
  readonly deploymentId: string;
  readonly version: string;
  readonly artifactVersion: string;
  readonly functionsHash: string;
}

export interface ExperimentArm {
  readonly name: string;
  /** Share of the calls, relative to the sum of all weights. */
  readonly weight: number;
  /** Absent: the active deployment. */
  readonly build?: FixedBuild;
  readonly variantId?: string;
}

/** Promotes a winner automatically: once, when each arm has this many calls. */
interface ExperimentRule {
  readonly metric: ExperimentMetric;
  readonly callsPerArm: number;
}

/** The smallest difference worth detecting, by metric: percentage points, or milliseconds. */
type WorthwhileDifferences = Partial<Record<ExperimentMetric, number>>;

export interface ExperimentPlan {
  /** The first arm is the baseline. */
  readonly arms: readonly ExperimentArm[];
  readonly metrics: readonly ExperimentMetric[];
  readonly worthwhile: WorthwhileDifferences;
  readonly rule?: ExperimentRule;
}

export const DEFAULT_POINTS = 5;
export const DEFAULT_MS = 100;

/** A requested arm, before versions are resolved. */
export interface WantedArm {
  readonly name: string;
  readonly weight: number;
  readonly version?: string;
  readonly variantId?: string;
}

export interface WantedExperiment {
  readonly arms: readonly WantedArm[];
  readonly metrics: readonly ExperimentMetric[];
  readonly worthwhile: WorthwhileDifferences;
  readonly rule?: ExperimentRule;
}

/** @returns the problem of a plan, with the field's name; undefined if it is valid. */
export function problemOfExperiment({
  arms,
  metrics,
  worthwhile,
  rule,
}: WantedExperiment): string | undefined {
  const twice = firstRepeated(arms.map(({ name }) => name));
  if (twice !== undefined) return `arms names "${twice}" more than once`;
  if (rule && !metrics.includes(rule.metric))
    return `rule.metric must be one of metrics, and ${rule.metric} is none of them`;
  const unmeasured = Object.keys(worthwhile).find((name) => !metrics.some((known) => known === name));
  return unmeasured === undefined
    ? undefined
    : `worthwhile.${unmeasured} must be one of metrics, and is none of them`;
}

function firstRepeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) < index);
}
