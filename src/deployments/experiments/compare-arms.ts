import {
  callsForMeans,
  callsForShares,
  differenceOfMeans,
  differenceOfShares,
  type Interval,
  type Sample,
  shareInterval,
} from '../../common/statistics/index.js';
import type { ArmOutcomes } from '../../conversations/index.js';
import { DEFAULT_MS, DEFAULT_POINTS, type ExperimentMetric, type ExperimentPlan } from './experiment-plan.js';
import type { EventMetric } from '../rollouts/rollout-plan.js';

/** By arm; one without calls is absent. */
type Outcomes = ReadonlyMap<string, ArmOutcomes>;

type Verdict = 'better' | 'worse' | 'unclear';

interface ArmResult {
  readonly arm: string;
  /** Calls for which the metric is known. */
  readonly calls: number;
  readonly events?: number;
  /** Percent of the calls, or the mean in milliseconds; null without data. */
  readonly value: number | null;
  /** 95 % confidence interval of `value`. */
  readonly interval: Interval | null;
  /**
   * Difference to the first arm, absent for that. The intervals of a metric hold simultaneously with 95 % confidence.
   */
  readonly difference?: {
    readonly value: number | null;
    readonly interval: Interval | null;
    readonly verdict: Verdict;
  };
  /** Calls needed to detect a worthwhile difference with 80 % power; null while the variance is unknown. */
  readonly callsNeeded: number | null;
  readonly callsStillNeeded: number | null;
}

export interface MetricResult {
  readonly metric: ExperimentMetric;
  readonly worthwhile: number;
  readonly arms: readonly ArmResult[];
}

const FALSE_FINDINGS = 0.05;
const PERCENT = 100;

export function compareArms(plan: ExperimentPlan, outcomes: Outcomes): MetricResult[] {
  return plan.metrics.map((metric) => compareIn(metric, plan, outcomes));
}

/** The results of one metric. Less is better in all of them. */
export function compareIn(metric: ExperimentMetric, plan: ExperimentPlan, outcomes: Outcomes): MetricResult {
  const names = plan.arms.map(({ name }) => name);
  // The risk of a false finding is split among all comparisons with the first arm.
  const risk = FALSE_FINDINGS / Math.max(1, names.length - 1);
  const measured = metric === 'response_time' ? times(outcomes, names) : events(metric, outcomes, names);
  const worthwhile = plan.worthwhile[metric] ?? (metric === 'response_time' ? DEFAULT_MS : DEFAULT_POINTS);
  const callsNeeded = measured.needed(worthwhile, risk);
  const arms = names.map((arm, index) => {
    const own = measured.of(arm);
    const interval = index === 0 ? undefined : measured.difference(arm, risk);
    return {
      arm,
      ...own,
      ...(index > 0 && { difference: differenceOf(interval, own.value, measured.of(names[0] ?? '').value) }),
      callsNeeded,
      callsStillNeeded: callsNeeded === null ? null : Math.max(0, callsNeeded - own.calls),
    };
  });
  return { metric, worthwhile, arms };
}

/**
 * The winner by the rule: the best of the arms that are significantly better than the first, or else the first.
 * Evaluated once, at the number of calls per arm fixed in advance, so that the error rate is at most 5 %.
 * @param outcomes Of the first `callsPerArm` calls of each arm.
 * @returns undefined while an arm has fewer calls.
 */
export function winnerByRule(plan: ExperimentPlan, outcomes: Outcomes): string | undefined {
  const { rule, arms } = plan;
  if (!rule) return undefined;
  if (arms.some(({ name }) => (outcomes.get(name)?.calls ?? 0) < rule.callsPerArm)) return undefined;
  const results = compareIn(rule.metric, plan, outcomes).arms;
  const better = results.filter(({ difference }) => difference?.verdict === 'better');
  const best = better.sort((a, b) => (a.difference?.value ?? 0) - (b.difference?.value ?? 0))[0];
  return best?.arm ?? arms[0]?.name;
}

interface Measured {
  of(arm: string): Pick<ArmResult, 'calls' | 'events' | 'value' | 'interval'>;
  difference(arm: string, risk: number): Interval | undefined;
  needed(worthwhile: number, risk: number): number | null;
}

function events(metric: EventMetric, outcomes: Outcomes, names: readonly string[]): Measured {
  const tallyOf = (arm: string) => outcomes.get(arm)?.events[metric] ?? { events: 0, of: 0 };
  return {
    of(arm) {
      const { events: had, of } = tallyOf(arm);
      const value = of === 0 ? null : (had / of) * PERCENT;
      return { calls: of, events: had, value, interval: of === 0 ? null : percent(shareInterval(had, of)) };
    },
    difference(arm, risk) {
      const [one, first] = [tallyOf(arm), tallyOf(names[0] ?? '')];
      if (one.of === 0 || first.of === 0) return undefined;
      return percent(differenceOfShares(one, first, risk));
    },
    needed(worthwhile, risk) {
      const all = names.map(tallyOf);
      const had = all.reduce((sum, tally) => sum + tally.events, 0);
      const of = all.reduce((sum, tally) => sum + tally.of, 0);
      // One pseudo-call of each kind (Laplace), so that no event so far does not mean never.
      return of === 0 ? null : callsForShares((had + 1) / (of + 2), worthwhile / PERCENT, risk);
    },
  };
}

function times(outcomes: Outcomes, names: readonly string[]): Measured {
  const constant: Sample = { count: Number.MAX_SAFE_INTEGER, mean: 0, variance: 0 };
  const sampleOfArm = (arm: string): Sample =>
    outcomes.get(arm)?.responseMs ?? { count: 0, mean: 0, variance: 0 };
  return {
    of(arm) {
      const sample = sampleOfArm(arm);
      return {
        calls: sample.count,
        value: sample.count === 0 ? null : sample.mean,
        interval: differenceOfMeans(sample, constant) ?? null,
      };
    },
    difference: (arm, risk) => differenceOfMeans(sampleOfArm(arm), sampleOfArm(names[0] ?? ''), risk),
    needed(worthwhile, risk) {
      const known = names.map(sampleOfArm).filter(({ count }) => count > 1);
      const degrees = known.reduce((sum, { count }) => sum + count - 1, 0);
      if (degrees === 0) return null;
      const pooled = known.reduce((sum, { count, variance }) => sum + variance * (count - 1), 0) / degrees;
      return callsForMeans(pooled, worthwhile, risk);
    },
  };
}

function differenceOf(interval: Interval | undefined, own: number | null, first: number | null) {
  const value = own === null || first === null ? null : own - first;
  return { value, interval: interval ?? null, verdict: verdictOf(interval) };
}

function verdictOf(interval: Interval | undefined): Verdict {
  if (!interval) return 'unclear';
  if (interval[1] < 0) return 'better';
  return interval[0] > 0 ? 'worse' : 'unclear';
}

const percent = ([low, high]: Interval): Interval => [low * PERCENT, high * PERCENT];
