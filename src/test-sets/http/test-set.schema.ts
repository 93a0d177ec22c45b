import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { TestScriptSchema } from '../script/test-script.js';

/** Response schemas; the views are type-checked against them. */
const closed = { additionalProperties: false } as const;
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String();
const Time = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });

const Outcome = Type.Union(
  ['passed' as const, 'failed' as const, 'error' as const].map((name) => Type.Literal(name)),
);

const TestCaseSchema = Type.Object(
  { id: Text, name: Text, ...TestScriptSchema.properties, createdAt: Time, updatedAt: Time },
  { ...closed, title: 'TestCase' },
);

const setSummary = {
  id: Text,
  agentId: Text,
  name: Text,
  enabled: Type.Boolean(),
  mode: Text,
  variantId: orNull(Text),
  caseCount: Count,
  createdAt: Time,
  updatedAt: Time,
};

const TestSetSchema = Type.Object(
  { ...setSummary, cases: Type.Array(TestCaseSchema) },
  { ...closed, title: 'TestSet' },
);
export const OneTestSetSchema = Type.Object({ testSet: TestSetSchema }, { ...closed, title: 'OneTestSet' });
export const OneTestCaseSchema = Type.Object(
  { testCase: TestCaseSchema },
  { ...closed, title: 'OneTestCase' },
);
export const TestSetListSchema = Type.Object(
  { testSets: Type.Array(Type.Object(setSummary, { ...closed, title: 'TestSetSummary' })) },
  closed,
);

const Progress = Type.Object(
  { total: Count, done: Count, passed: Count, failed: Count, errors: Count },
  { ...closed, title: 'TestRunProgress' },
);

const runSummary = {
  id: Text,
  agentId: Text,
  testSetId: Text,
  deploymentId: orNull(Text),
  target: Type.Union(['draft' as const, ...ENVIRONMENTS].map((name) => Type.Literal(name))),
  version: Text,
  mode: Text,
  variantId: orNull(Text),
  state: Type.Union(
    ['queued' as const, 'running' as const, 'passed' as const, 'failed' as const].map((name) =>
      Type.Literal(name),
    ),
  ),
  progress: Progress,
  createdBy: Text,
  createdAt: Time,
  startedAt: orNull(Time),
  finishedAt: orNull(Time),
};

const TestRunSchema = Type.Object(runSummary, { ...closed, title: 'TestRun' });

const CaseResult = Type.Object(
  {
    testCaseId: Text,
    name: Text,
    outcome: Outcome,
    durationMs: Count,
    errorCode: orNull(Text),
    turns: Type.Unknown({
      description: 'For each turn: what was said, replied and called, and how each expectation turned out.',
    }),
  },
  { ...closed, title: 'TestCaseResult' },
);

const Comparison = Type.Object(
  {
    previousTestRunId: Text,
    previousVersion: Text,
    cases: Type.Array(
      Type.Object(
        {
          testCaseId: Text,
          outcome: orNull(Outcome),
          previousOutcome: orNull(Outcome),
          change: Type.Union(
            ['same' as const, 'fixed' as const, 'broken' as const, 'new' as const, 'removed' as const].map(
              (name) => Type.Literal(name),
            ),
          ),
        },
        { ...closed, title: 'TestCaseComparison' },
      ),
    ),
  },
  {
    ...closed,
    title: 'TestRunComparison',
    description: 'How the cases that are done compare with the previous version that was tested.',
  },
);

export const TestRunDetailSchema = Type.Object(
  {
    testRun: Type.Object(
      { ...runSummary, results: Type.Array(CaseResult), comparison: orNull(Comparison) },
      { ...closed, title: 'TestRunDetail' },
    ),
  },
  closed,
);

export const OneTestRunSchema = Type.Object({ testRun: TestRunSchema }, { ...closed, title: 'OneTestRun' });
export const TestRunListSchema = Type.Object(
  {
    testRuns: Type.Array(TestRunSchema),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  closed,
);

export type TestCaseView = Static<typeof TestCaseSchema>;
export type TestSetView = Static<typeof TestSetSchema>;
export type TestRunView = Static<typeof TestRunSchema>;
export type TestRunDetailView = Static<typeof TestRunDetailSchema>['testRun'];
