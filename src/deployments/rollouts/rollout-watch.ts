import type { RolloutPlan } from './rollout-plan.js';
import type { EndedCall } from './rollout-calls.js';
import { RolloutJudge } from './verdict.js';

/** Records are written behind the calls, so that one may appear after others that ended later. */
const LATE_RECORDS_MS = 300_000;

/** What one process has seen of a rollout's calls, so that each check reads only what is new. */
export class RolloutWatch {
  readonly judge: RolloutJudge;
  private readonly seen = new Set<string>();
  private readonly canaryEndedAtMs: number[] = [];
  private latestMs = 0;

  constructor(plan: RolloutPlan) {
    this.judge = new RolloutJudge(plan);
  }

  /** From when on there may be calls that it has not seen. */
  get unseenSince(): Date {
    return new Date(Math.max(0, this.latestMs - LATE_RECORDS_MS));
  }

  /** @returns how many of them were new. */
  take(calls: readonly EndedCall[]): number {
    const unseen = calls.filter(({ id }) => !this.seen.has(id));
    for (const call of unseen) {
      const endedAtMs = call.endedAt.getTime();
      this.seen.add(call.id);
      this.judge.add(call);
      if (call.isCanary) this.canaryEndedAtMs.push(endedAtMs);
      this.latestMs = Math.max(this.latestMs, endedAtMs);
    }
    return unseen.length;
  }

  canaryCallsSince(time: Date): number {
    return this.canaryEndedAtMs.filter((endedAtMs) => endedAtMs >= time.getTime()).length;
  }
}
