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

/** How often, at most, a version that is as good as the one before is taken back over a whole rollout. */
const FALSE_ROLLBACKS = 0.05;

const MINUTE_MS = 60_000;

/** What a rollout knows of a call that has ended. */
export interface JudgedCall {
  readonly isCanary: boolean;
  /** Of the calls that went to the canary when this one came in, in percent. */
  readonly share: number;
  /** One that is absent is not known of this call, or not yet. */
  readonly events: Readonly<Partial<Record<EventMetric, boolean>>>;
  /** Median over its turns; absent where nothing was answered. */
  readonly responseMs?: number;
}

/** One bet against the canary being as good, and what came of it. */
export interface GuardFinding {
  readonly metric: GuardMetric;
  readonly against: 'other version' | 'limit';
  /** How sure it is that the canary is worse: 1 is not at all, and `threshold` is enough. */
  readonly evidence: number;
  readonly threshold: number;
  /** Of a bet against a limit: percent of the calls, or the 95th percentile in milliseconds. */
  readonly limit?: number;
  readonly canary: Tally;
  readonly others: Tally;
}

/** Calls, and how many of them had the event; of times median and 95th percentile in milliseconds. */
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
 * Weighs call after call, in the order in which they ended, whether the canary is worse. The risk of taking a good
 * version back is shared by all bets of the plan, and holds however often the findings are asked for.
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

  /** What became known later of a call that was added before. */
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

  /** The bet that is won, so that the canary has to go; the surest where there are several. */
  worst(): GuardFinding | undefined {
    if (!this.bets.some(({ evidence }) => evidence.value >= this.threshold)) return undefined;
    return [...this.findings()].sort((a, b) => b.evidence - a.evidence)[0];
  }
}

/** Where all calls go to one version there is nothing to compare. */
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

/** That the median answer of more than so many calls comes later than `maximumP95Ms`. */
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

/** @param hasEvent Undefined where it is not known of the call. */
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

/** Whether a step is over: all that it asks for has come. */
export function isStepOver(
  step: RolloutStep,
  { canaryCalls, elapsedMs }: { readonly canaryCalls: number; readonly elapsedMs: number },
): boolean {
  return canaryCalls >= (step.calls ?? 0) && elapsedMs >= (step.minutes ?? 0) * MINUTE_MS;
}
