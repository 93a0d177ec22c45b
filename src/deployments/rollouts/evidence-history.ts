import type { EndedRolloutCall } from './rollout-calls.js';
import type { RolloutPlan } from './rollout-plan.js';
import { type GuardFinding, RolloutJudge } from './verdict.js';

/** A guard's evidence after some of the calls. */
interface EvidencePoint {
  /** When the last of them ended. */
  readonly at: string;
  readonly calls: number;
  readonly evidence: number;
}

export interface EvidenceLine extends Pick<GuardFinding, 'metric' | 'against' | 'threshold'> {
  readonly points: readonly EvidencePoint[];
}

/**
 * How the evidence of each guard developed, call by call, as judged.
 * @param calls In the order in which they ended.
 * @param mostPoints Limit per line; beyond it the line is thinned out, keeping the last point.
 */
export function evidenceHistory(
  plan: RolloutPlan,
  calls: readonly EndedRolloutCall[],
  mostPoints: number,
): EvidenceLine[] {
  const judge = new RolloutJudge(plan);
  const every = Math.max(1, Math.ceil(calls.length / mostPoints));
  const points = judge.findings().map((): EvidencePoint[] => []);
  for (const [index, call] of calls.entries()) {
    judge.add(call);
    const count = index + 1;
    if (count % every !== 0 && count !== calls.length) continue;
    for (const [bet, { evidence }] of judge.findings().entries())
      points[bet]?.push({ at: call.endedAt.toISOString(), calls: count, evidence });
  }
  return judge.findings().map(({ metric, against, threshold }, bet) => ({
    metric,
    against,
    threshold,
    points: points[bet] ?? [],
  }));
}
