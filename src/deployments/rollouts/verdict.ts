import { LimitEvidence } from './limit-evidence.js';
import { RateEvidence } from './rate-evidence.js';
import {
  EVENT_METRICS,
  type EventMetric,
  type GuardMetric,
  type RolloutGuard,
  type RolloutPlan,
  type RolloutStep,
  WHOLE_SHARE,
} from './rollout-plan.js';
import { SlownessEvidence } from './slowness-evidence.js';

/** Maximum probability, over a whole rollout, of rolling back a version that is as good as the previous one. */
const FALSE_ROLLBACKS = 0.05;

const MINUTE_MS = 60_000;

/** An ended call as a rollout judges it. */
export interface JudgedCall {
  readonly isCanary: boolean;
  /** Share of the calls that went to the canary at the time of this one, in percent. */
  readonly share: number;
  /** Absent events are unknown for this call, or not known yet. */
  readonly events: Readonly<Partial<Record<EventMetric, boolean>>>;
  /** Median over its turns; absent without any response. */
  readonly responseMs?: number;
}

/** One bet against the canary being as good, and its result. */
export interface GuardFinding {
  readonly metric: GuardMetric;
  readonly against: 'other version' | 'limit';
  /** Evidence that the canary is worse: 1 is none; `threshold` decides. */
  readonly evidence: number;
  readonly threshold: number;
  /** For a bet against a limit: percent of the calls, or the 95th percentile in milliseconds. */
  readonly limit?: number;
  readonly canary: Tally;
  readonly others: Tally;
}

/** Calls, and how many had the event; for times, median and 95th percentile in milliseconds. */
interface Tally {
  readonly calls: number;
  readonly events?: number;
  readonly percent?: number;
  readonly medianMs?: number;
  readonly p95Ms?: number;
}

interface Evidence {
  add(call: JudgedCall): void;
  readonly value: number;
}

/**
 * Judges call by call, in the order of their end, whether the canary is worse. The risk of a false rollback is split
 * among all bets of the plan, and holds however often the findings are read.
 */
export class RolloutJudge {
  private readonly bets: readonly (Pick<GuardFinding, 'metric' | 'against' | 'limit'> & {
    readonly evidence: Evidence;
  })[];
  private readonly threshold: number;
  private readonly canary = new TallyCounter();
  private readonly others = new TallyCounter();

  constructor({ guards }: RolloutPlan) {
    this.bets = guards.flatMap((guard) => {
      const { metric, maximumPercent, maximumP95Ms } = guard;
      const limited = limitOf(guard);
      const limit = maximumPercent ?? maximumP95Ms;
      return [
        { metric, against: 'other version' as const, evidence: comparison(metric) },
        ...(limited && limit !== undefined
          ? [{ metric, against: 'limit' as const, limit, evidence: limited }]
          : []),
      ];
    });
    this.threshold = this.bets.length / FALSE_ROLLBACKS;
  }

  add(call: JudgedCall): void {
    (call.isCanary ? this.canary : this.others).add(call);
    for (const { evidence } of this.bets) evidence.add(call);
  }

  /** Adds a later analysis result of an earlier call. */
  addLater(call: JudgedCall, metric: EventMetric): void {
    const { isCanary, share, events } = call;
    this.add({ isCanary, share, events: { [metric]: events[metric] } });
  }

  findings(): readonly GuardFinding[] {
    return this.bets.map(({ metric, against, limit, evidence }) => ({
      metric,
      against,
      evidence: evidence.value,
      threshold: this.threshold,
      ...(limit !== undefined && { limit }),
      canary: this.canary.of(metric),
      others: this.others.of(metric),
    }));
  }

  /** The bet that decides against the canary; the strongest if there are several. */
  worst(): GuardFinding | undefined {
    if (!this.bets.some(({ evidence }) => evidence.value >= this.threshold)) return undefined;
    return [...this.findings()].sort((a, b) => b.evidence - a.evidence)[0];
  }
}

/** Nothing to compare when all calls go to one version. */
const isComparable = (share: number) => share > 0 && share < WHOLE_SHARE;

function comparison(metric: GuardMetric): Evidence {
  if (metric === 'response_time') return slowness();
  const evidence = new RateEvidence();
  return {
    add: ({ isCanary, share, events }) => {
      if (events[metric] && isComparable(share)) evidence.add(isCanary, share / WHOLE_SHARE);
    },
    get value() {
      return evidence.value;
    },
  };
}

function slowness(): Evidence {
  const evidence = new SlownessEvidence();
  return {
    add: ({ isCanary, share, responseMs }) => {
      if (responseMs !== undefined && isComparable(share))
        evidence.add(isCanary, share / WHOLE_SHARE, responseMs);
    },
    get value() {
      return evidence.value;
    },
  };
}

/** The alternative: more than this share of calls has a median response later than `maximumP95Ms`. */
const LATE_SHARE = 0.05;

function limitOf({ metric, maximumPercent, maximumP95Ms }: RolloutGuard): Evidence | undefined {
  if (metric === 'response_time') {
    if (maximumP95Ms === undefined) return undefined;
    return limit(LATE_SHARE, ({ responseMs }) =>
      responseMs === undefined ? undefined : responseMs > maximumP95Ms,
    );
  }
  return maximumPercent === undefined
    ? undefined
    : limit(maximumPercent / 100, ({ events }) => events[metric]);
}

/** @param hasEvent Undefined if unknown for the call. */
function limit(share: number, hasEvent: (call: JudgedCall) => boolean | undefined): Evidence {
  const evidence = new LimitEvidence(share);
  return {
    add: (call) => {
      const had = hasEvent(call);
      if (call.isCanary && had !== undefined) evidence.add(had);
    },
    get value() {
      return evidence.value;
    },
  };
}

class TallyCounter {
  private readonly calls = new Map<EventMetric, number>();
  private readonly events = new Map<EventMetric, number>();
  private readonly times: number[] = [];

  add({ events, responseMs }: JudgedCall): void {
    for (const metric of EVENT_METRICS) {
      if (events[metric] !== undefined) this.calls.set(metric, (this.calls.get(metric) ?? 0) + 1);
      if (events[metric]) this.events.set(metric, (this.events.get(metric) ?? 0) + 1);
    }
    if (responseMs !== undefined) this.times.push(responseMs);
  }

  of(metric: GuardMetric): Tally {
    if (metric !== 'response_time') return this.rateOf(metric);
    const sorted = [...this.times].sort((a, b) => a - b);
    const medianMs = sorted[Math.floor(sorted.length / 2)];
    const p95Ms = sorted[Math.ceil(sorted.length * (1 - LATE_SHARE)) - 1];
    return {
      calls: sorted.length,
      ...(medianMs !== undefined && { medianMs }),
      ...(p95Ms !== undefined && { p95Ms }),
    };
  }

  private rateOf(metric: EventMetric): Tally {
    const calls = this.calls.get(metric) ?? 0;
    const events = this.events.get(metric) ?? 0;
    const percent = Math.round((events / calls) * 10_000) / 100;
    return { calls, events, ...(calls > 0 && { percent }) };
  }
}

/** Whether all conditions of a step are met. */
export function isStepOver(
  step: RolloutStep,
  { canaryCalls, elapsedMs }: { readonly canaryCalls: number; readonly elapsedMs: number },
): boolean {
  return canaryCalls >= (step.calls ?? 0) && elapsedMs >= (step.minutes ?? 0) * MINUTE_MS;
}
