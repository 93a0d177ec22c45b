import type { CaseSummary } from '../test-runs.service.js';
import type { TestRunDetailView } from './test-set.schema.js';
import { signTest } from '../../common/statistics/index.js';

const ORDER = { worse: 0, better: 1, same: 2 };

/** Summary of the replayed calls of a run; null without any. */
export function sumUpReplays(cases: readonly CaseSummary[]): TestRunDetailView['replays'] {
  const replayed = cases.flatMap(({ testCaseId, replay }) => (replay ? [{ testCaseId, ...replay }] : []));
  if (replayed.length === 0) return null;
  const count = (verdict: string) => replayed.filter((result) => result.verdict === verdict).length;
  const [better, worse] = [count('better'), count('worse')];
  const byChange = [...replayed].sort(
    (one, other) => ORDER[one.verdict] - ORDER[other.verdict] || other.change - one.change,
  );
  return {
    ...{ better, worse, same: count('same'), pValue: signTest(better, worse) },
    byChange: byChange.map(({ testCaseId }) => testCaseId),
  };
}
