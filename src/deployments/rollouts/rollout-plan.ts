/** Events of a call. */
export const EVENT_METRICS = [
  'crashes',
  'tool_errors',
  'provider_errors',
  'early_hang_ups',
  'transfers',
  'failures',
] as const;

export type EventMetric = (typeof EVENT_METRICS)[number];

/** Metrics of a rollout. All are compared between the versions; each may also have a limit. */
export const GUARD_METRICS = [...EVENT_METRICS, 'response_time'] as const;

export type GuardMetric = (typeof GUARD_METRICS)[number];

/** A share of the calls. A step lasts until enough canary calls have ended, enough time has passed, or both. */
export interface RolloutStep {
  /** Percent of the calls that get the new version; 100 completes the rollout. */
  readonly share: number;
  readonly calls?: number;
  readonly minutes?: number;
}

export interface RolloutGuard {
  readonly metric: GuardMetric;
  /** Also rolls back if more than this percentage of the new version's calls have the event. */
  readonly maximumPercent?: number;
  /** For `response_time`: also rolls back if more than 5 % of the new version's calls respond later, in ms. */
  readonly maximumP95Ms?: number;
  /** For `failures`: percent of both versions' calls that are analyzed; absent: all. */
  readonly samplePercent?: number;
}

export interface RolloutPlan {
  readonly steps: readonly RolloutStep[];
  readonly guards: readonly RolloutGuard[];
}

export const WHOLE_SHARE = 100;

/**
 * Default metrics. A transfer is no failure of an agent meant to transfer callers, and failures are known only for
 * documents with a criterion of success.
 */
const DEFAULT_GUARDS = GUARD_METRICS.filter((metric) => metric !== 'transfers' && metric !== 'failures');

/** Whether the new version gets most callers. */
export const hasMostCalls = (share: number): boolean => share > WHOLE_SHARE / 2;

/** @returns the problem of a plan, with the field's name; undefined if it is valid. */
export function problemOfPlan({ steps, guards }: RolloutPlan): string | undefined {
  for (const [index, step] of steps.entries()) {
    const place = `rollout.steps[${index}]`;
    const before = steps[index - 1];
    if (before && step.share <= before.share)
      return `${place}.share must be above the ${before.share} of the step before it`;
    if (step.share === WHOLE_SHARE && index === 0)
      return `${place}.share is 100, which leaves no calls to compare with: begin with less, or leave rollout out`;
    if (step.share < WHOLE_SHARE && step.calls === undefined && step.minutes === undefined)
      return `${place} must say how long it lasts: calls, minutes, or both`;
    if (step.share < WHOLE_SHARE && step.calls === undefined && step.minutes === 0)
      return `${place}.minutes is 0, which leaves its guards no calls to look at: name a time, or calls`;
    if (step.share === WHOLE_SHARE && (step.calls !== undefined || step.minutes !== undefined))
      return `${place} is the end of the rollout, and lasts for no calls or minutes`;
  }
  const metrics = guards.map(({ metric }) => metric);
  const twice = metrics.find((metric, index) => metrics.indexOf(metric) < index);
  if (twice !== undefined) return `rollout.guards names ${twice} more than once`;
  return guards.map(problemOfGuard).find((problem) => problem !== undefined);
}

function problemOfGuard(
  { metric, maximumPercent, maximumP95Ms, samplePercent }: RolloutGuard,
  index: number,
): string | undefined {
  const isTime = metric === 'response_time';
  if (isTime && maximumPercent !== undefined)
    return `rollout.guards[${index}].maximumPercent is for events, and response_time is a time`;
  if (!isTime && maximumP95Ms !== undefined)
    return `rollout.guards[${index}].maximumP95Ms is for response_time, and ${metric} is no time`;
  if (metric !== 'failures' && samplePercent !== undefined)
    return `rollout.guards[${index}].samplePercent is for failures, and ${metric} is known of each call`;
  return undefined;
}

/** The stored form of a plan: all metrics if none is named, and a last step with the full share. */
export function completePlan(plan: {
  steps: readonly RolloutStep[];
  guards?: readonly RolloutGuard[];
}): RolloutPlan {
  const isWhole = plan.steps.at(-1)?.share === WHOLE_SHARE;
  return {
    steps: isWhole ? plan.steps : [...plan.steps, { share: WHOLE_SHARE }],
    guards: plan.guards ?? DEFAULT_GUARDS.map((metric) => ({ metric })),
  };
}
