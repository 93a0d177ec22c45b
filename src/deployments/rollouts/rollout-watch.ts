import type { RolloutPlan } from './rollout-plan.js';
import type { EndedRolloutCall } from './rollout-calls.js';
import { RolloutJudge } from './verdict.js';

/** Records are written behind the calls, so one may appear after others that ended later. */
const LATE_RECORDS_MS = 300_000;
/** How long to wait for the analysis of a call. */
const LATE_JUDGEMENT_MS = 3_600_000;

/** What one process has seen of a rollout's calls, so that each check reads only new ones. */
export class RolloutWatch {
  readonly judge: RolloutJudge;
  private readonly seen = new Set<string>();
  /** End times of calls whose analysis is pending. */
  private readonly unjudged = new Map<string, number>();
  private readonly canaryEndedAtMs: number[] = [];
  private readonly asksForFailures: boolean;
  private latestMs = 0;

  constructor(plan: RolloutPlan) {
    this.judge = new RolloutJudge(plan);
    this.asksForFailures = plan.guards.some(({ metric }) => metric === 'failures');
  }

  /** There may be unseen calls or analyses from this time on. */
  get unseenSince(): Date {
    const late = this.latestMs - LATE_RECORDS_MS;
    const unjudged = Math.max(Math.min(...this.unjudged.values()) - 1, this.latestMs - LATE_JUDGEMENT_MS);
    return new Date(Math.max(0, this.unjudged.size === 0 ? late : Math.min(late, unjudged)));
  }

  /** @returns how many of them were new or updated. */
  take(calls: readonly EndedRolloutCall[]): number {
    const judged = calls.filter((call) => this.takeJudgement(call));
    const unseen = calls.filter(({ id }) => !this.seen.has(id));
    for (const call of unseen) {
      const endedAtMs = call.endedAt.getTime();
      this.seen.add(call.id);
      this.judge.add(call);
      if (call.isUnjudged && this.asksForFailures) this.unjudged.set(call.id, endedAtMs);
      if (call.isCanary) this.canaryEndedAtMs.push(endedAtMs);
      this.latestMs = Math.max(this.latestMs, endedAtMs);
    }
    for (const [id, endedAtMs] of this.unjudged)
      if (endedAtMs < this.latestMs - LATE_JUDGEMENT_MS) this.unjudged.delete(id);
    return unseen.length + judged.length;
  }

  canaryCallsSince(time: Date): number {
    return this.canaryEndedAtMs.filter((endedAtMs) => endedAtMs >= time.getTime()).length;
  }

  private takeJudgement(call: EndedRolloutCall): boolean {
    if (call.isUnjudged || !this.unjudged.delete(call.id)) return false;
    this.judge.addLater(call, 'failures');
    return true;
  }
}
