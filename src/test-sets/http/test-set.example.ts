import type { TestRunDetailView, TestRunView, TestSetView } from './test-set.schema.js';

const TURNS: TestSetView['cases'][number]['turns'] = [
  { say: 'When are you open?', expect: [{ kind: 'contains', text: 'nine' }] },
  {
    say: 'Please book a table for two.',
    expect: [
      { kind: 'tool-called', name: 'book_table', arguments: { guests: 2 } },
      { kind: 'judged', criterion: 'The agent confirms the booking politely.' },
    ],
  },
  { say: 'Goodbye.', expect: [{ kind: 'ends-call' }] },
];

export const CASE_BODY_EXAMPLE = {
  name: 'Opening hours and a table',
  turns: TURNS,
  toolAnswers: { book_table: '{"confirmed":true}' },
};

export const TEST_SET_BODY_EXAMPLE = { name: 'Reception', enabled: true, cases: [CASE_BODY_EXAMPLE] };

export const TEST_SET_EXAMPLE: TestSetView = {
  id: 'ts_1aS4dF7gH0jK3lZ6xC9vBn',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  name: 'Reception',
  enabled: true,
  mode: 'default',
  variantId: null,
  caseCount: 1,
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
  cases: [
    {
      id: 'tc_8mN1bV4cX7zL0kJ3hG6fDs',
      ...CASE_BODY_EXAMPLE,
      createdAt: '2026-05-04T09:00:00.000Z',
      updatedAt: '2026-05-04T09:00:00.000Z',
    },
  ],
};

export const TEST_RUN_EXAMPLE: TestRunView = {
  id: 'tr_5qW8eR1tY4uI7oP0aS3dFg',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  testSetId: 'ts_1aS4dF7gH0jK3lZ6xC9vBn',
  deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  target: 'sandbox',
  version: '9f86d081884c7d659a2feaa0c55ad015',
  mode: 'default',
  variantId: null,
  state: 'failed',
  progress: { total: 1, done: 1, passed: 0, failed: 1, errors: 0 },
  createdBy: 'ada@example.com',
  createdAt: '2026-05-04T09:30:00.000Z',
  startedAt: '2026-05-04T09:30:00.500Z',
  finishedAt: '2026-05-04T09:30:03.000Z',
};

export const TEST_RUN_DETAIL_EXAMPLE: TestRunDetailView = {
  ...TEST_RUN_EXAMPLE,
  results: [
    {
      testCaseId: 'tc_8mN1bV4cX7zL0kJ3hG6fDs',
      name: 'Opening hours and a table',
      outcome: 'failed',
      durationMs: 2_400,
      errorCode: null,
      simulation: null,
      replay: null,
      turns: [
        {
          say: 'When are you open?',
          replies: ['We are open from ten to six.'],
          toolCalls: [],
          ended: false,
          checks: [{ kind: 'contains', outcome: 'failed' }],
        },
      ],
    },
  ],
  replays: null,
  comparison: {
    previousTestRunId: 'tr_2lK5jH8gF1dS4aP7oI0uYt',
    previousVersion: '2c26b46b68ffc68ff99b453c1d304134',
    cases: [
      {
        testCaseId: 'tc_8mN1bV4cX7zL0kJ3hG6fDs',
        outcome: 'failed',
        previousOutcome: 'passed',
        change: 'broken',
      },
    ],
  },
};
