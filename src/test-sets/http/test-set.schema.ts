import { type Static, Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { TestOutcome, TestRunState } from '../../generated/prisma/client.js';
import { TestScriptSchema } from '../script/test-script.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';

/** Response schemas; the views are type-checked against them. */
const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });

const Outcome = oneOf(Object.values(TestOutcome));

const TestCaseSchema = shape('TestCase', {
  id: Text,
  name: Text,
  ...TestScriptSchema.properties,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const setSummary = {
  id: Text,
  agentId: Text,
  name: Text,
  enabled: Type.Boolean(),
  mode: Text,
  variantId: orNull(Text),
  caseCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

const TestSetSchema = shape('TestSet', { ...setSummary, cases: Type.Array(TestCaseSchema) });
export const OneTestSetSchema = shape('OneTestSet', { testSet: TestSetSchema });
export const OneTestCaseSchema = shape('OneTestCase', { testCase: TestCaseSchema });
export const TestSetListSchema = responseShape({ testSets: Type.Array(shape('TestSetSummary', setSummary)) });

const Progress = shape('TestRunProgress', {
  total: Count,
  done: Count,
  passed: Count,
  failed: Count,
  errors: Count,
});

const runSummary = {
  id: Text,
  agentId: Text,
  testSetId: Text,
  deploymentId: orNull(Text),
  target: oneOf(['draft', ...ENVIRONMENTS]),
  version: Text,
  mode: Text,
  variantId: orNull(Text),
  state: oneOf(Object.values(TestRunState)),
  progress: Progress,
  createdBy: Text,
  createdAt: Timestamp,
  startedAt: orNull(Timestamp),
  finishedAt: orNull(Timestamp),
};

const TestRunSchema = shape('TestRun', runSummary);

const CaseResult = shape('TestCaseResult', {
  testCaseId: Text,
  name: Text,
  outcome: Outcome,
  durationMs: Count,
  errorCode: orNull(Text),
  simulation: Type.Unknown({
    description:
      'Null, or of a case with a simulated caller: `runs` with what was said and found, `passRate` with its 95 % `interval`, `passAllOf` (pass^k), judged `metrics`, `tokens` and the `prompts` of the models.',
  }),
  replay: Type.Unknown({
    description:
      'Null, or of a case that replays a call: `verdict` (better, worse, same) with `reasons`, `by` (sound or text), the lanes `again` (the version that had the call; null where it is gone) and `candidate` with their deviations from the record, and `change`, how much the words differ.',
  }),
  turns: Type.Unknown({
    description: 'For each turn: what was said, replied and called, and how each expectation turned out.',
  }),
});

/** A case compared with the previous version of the agent. */
const CaseComparisonSchema = shape('TestCaseComparison', {
  testCaseId: Text,
  outcome: orNull(Outcome),
  previousOutcome: orNull(Outcome),
  change: oneOf(['same', 'fixed', 'broken', 'new', 'removed']),
});

const Comparison = shape(
  'TestRunComparison',
  {
    previousTestRunId: Text,
    previousVersion: Text,
    cases: Type.Array(CaseComparisonSchema),
  },
  { description: 'How the cases that are done compare with the previous version that was tested.' },
);

const ReplaySummary = shape(
  'ReplaySummary',
  {
    ...{ better: Count, worse: Count, same: Count },
    pValue: Type.Number({
      description: 'Of the two-sided sign test over the calls that are better or worse.',
    }),
    byChange: Type.Array(Text, { description: 'Ids of the cases, those that changed most first.' }),
  },
  { description: 'What the replayed calls come to together.' },
);

export const TestRunDetailSchema = responseShape({
  testRun: shape('TestRunDetail', {
    ...runSummary,
    results: Type.Array(CaseResult),
    comparison: orNull(Comparison),
    replays: orNull(ReplaySummary),
  }),
});

export const OneTestRunSchema = shape('OneTestRun', { testRun: TestRunSchema });
export const TestRunListSchema = responseShape({
  testRuns: Type.Array(TestRunSchema),
  nextCursor: NextCursor,
});

export type TestCaseView = Static<typeof TestCaseSchema>;
export type TestSetView = Static<typeof TestSetSchema>;
export type TestRunView = Static<typeof TestRunSchema>;
export type TestRunDetailView = Static<typeof TestRunDetailSchema>['testRun'];
export type CaseComparison = Static<typeof CaseComparisonSchema>;
