import { compareRuns } from './compare-runs.js';
import { sumUpReplays } from './sum-up-replays.js';
import { testRunView } from './test-set.view.js';
import type { TestRunDetailView } from './test-set.schema.js';
import type { CaseSummary, TestRunsService, TestRunSummary } from '../test-runs.service.js';

type Runs = Pick<TestRunsService, 'casesOf' | 'resultsOf' | 'previousOf'>;

/** The JSON of a run with its results in the order of its cases, compared with those of the previous version. */
export async function* testRunDetail(runs: Runs, run: TestRunSummary): AsyncGenerator<string> {
  const cases = await runs.casesOf(run);
  const summary = { ...testRunView(run), comparison: await comparisonOf(runs, run, cases) };
  const detail = { ...summary, replays: sumUpReplays(cases) };
  let before = `{"testRun":${JSON.stringify(detail).slice(0, -1)},"results":[`;
  for await (const result of runs.resultsOf(run, cases)) {
    yield before + result;
    before = ',';
  }
  yield before === ',' ? ']}}' : `${before}]}}`;
}

async function comparisonOf(
  runs: Runs,
  run: TestRunSummary,
  cases: readonly CaseSummary[],
): Promise<TestRunDetailView['comparison']> {
  const previous = await runs.previousOf(run);
  return previous === undefined
    ? null
    : {
        previousTestRunId: previous.id,
        previousVersion: previous.version,
        cases: compareRuns(cases, previous.results),
      };
}
