import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { TestRunDetailView } from './test-set.schema.js';
import { signTest } from '../replay/replay.js';

const Stored = Type.Object({
  verdict: Type.Union([Type.Literal('better'), Type.Literal('worse'), Type.Literal('same')]),
  change: Type.Number(),
});

const ORDER = { worse: 0, better: 1, same: 2 };

interface Result {
  readonly testCaseId: string;
  readonly replay: unknown;
}

/** Summary of the replayed calls of a run; null without any. */
export function sumUpReplays(results: readonly Result[]): TestRunDetailView['replays'] {
  const replayed = results.flatMap(({ testCaseId, replay }) =>
    Value.Check(Stored, replay) ? [{ testCaseId, ...replay }] : [],
  );
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
