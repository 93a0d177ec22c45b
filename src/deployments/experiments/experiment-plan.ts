import { GUARD_METRICS, type GuardMetric } from '../rollouts/rollout-plan.js';

/** What an experiment measures in each call: shares of calls that had an event, and a time. Less of each is better. */
export const EXPERIMENT_METRICS = GUARD_METRICS;

export type ExperimentMetric = GuardMetric;

/** A version that was deployed before. */
export interface FixedBuild {
  readonly deploymentId: string;
  readonly version: string;
  readonly artifactVersion: string;
  readonly functionsHash: string;
}

/** One of the ways in which callers are served. */
export interface ExperimentArm {
  readonly name: string;
  /** Its part of the calls, of the sum of all weights. */
  readonly weight: number;
  /** Absent: what is active. */
  readonly build?: FixedBuild;
  readonly variantId?: string;
}

/** When a winner is promoted by itself: once, when each arm has had so many calls. */
interface ExperimentRule {
  readonly metric: ExperimentMetric;
  readonly callsPerArm: number;
}

/** The smallest difference that is worth finding, by metric: percentage points, or milliseconds. */
type WorthwhileDifferences = Partial<Record<ExperimentMetric, number>>;

export interface ExperimentPlan {
  /** The first one is what the others are compared with. */
  readonly arms: readonly ExperimentArm[];
  readonly metrics: readonly ExperimentMetric[];
  readonly worthwhile: WorthwhileDifferences;
  readonly rule?: ExperimentRule;
}

export const DEFAULT_POINTS = 5;
export const DEFAULT_MS = 100;

/** What was asked for, before versions were looked up. */
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

/** @returns what is wrong with a plan, naming the field; undefined where it is good. */
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
