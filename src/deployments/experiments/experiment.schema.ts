import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import { ExperimentState } from '../../generated/prisma/client.js';
import { EXPERIMENT_METRICS } from './experiment-plan.js';

const MetricSchema = oneOf(EXPERIMENT_METRICS);
const Both = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

const ExperimentSchema = shape('Experiment', {
  experimentId: Type.String(),
  agentId: Type.String(),
  environment: oneOf(ENVIRONMENTS),
  name: Type.String(),
  state: oneOf(Object.values(ExperimentState), {
    description: '`decided`: the winner has all calls until something else is deployed.',
  }),
  deploymentId: Type.String({ description: 'What was active when it began.' }),
  arms: Type.Array(
    shape('ExperimentArm', {
      name: Type.String(),
      weight: Type.Integer(),
      deploymentId: Type.String(),
      variantId: orNull(Type.String()),
    }),
  ),
  metrics: Type.Array(MetricSchema),
  worthwhile: shape('WorthwhileDifferences', {
    crashes: Type.Optional(Type.Number()),
    tool_errors: Type.Optional(Type.Number()),
    provider_errors: Type.Optional(Type.Number()),
    early_hang_ups: Type.Optional(Type.Number()),
    transfers: Type.Optional(Type.Number()),
    failures: Type.Optional(Type.Number()),
    response_time: Type.Optional(Type.Number()),
  }),
  rule: orNull(shape('ExperimentRule', { metric: MetricSchema, callsPerArm: Type.Integer() })),
  winner: orNull(Type.String({ description: 'Name of the arm.' })),
  reason: orNull(Type.String({ description: 'Why it ended as it did.' })),
  createdBy: Type.String(),
  createdAt: Timestamp,
  endedAt: orNull(Timestamp),
});

const ArmResultSchema = shape('ExperimentArmResult', {
  arm: Type.String(),
  calls: Type.Integer({ description: 'Calls that have ended and say something of the metric.' }),
  events: Type.Optional(Type.Integer({ description: 'How many of them had it.' })),
  value: orNull(
    Type.Number({ description: 'Percent of the calls; of response_time the mean in milliseconds.' }),
  ),
  interval: orNull(Both, { description: 'Where the true value lies, with 95 % confidence.' }),
  difference: Type.Optional(
    shape('ExperimentDifference', {
      value: orNull(Type.Number({ description: 'Less the first arm’s value.' })),
      interval: orNull(Both, {
        description:
          'All differences of the metric lie in theirs with 95 % confidence. Null with fewer than 20 times.',
      }),
      verdict: oneOf(['better', 'worse', 'unclear']),
    }),
  ),
  callsNeeded: orNull(
    Type.Integer({
      description: 'Of each arm, so that a worthwhile difference is found in four of five cases.',
    }),
  ),
  callsStillNeeded: orNull(Type.Integer()),
});

const EXPERIMENT_EXAMPLE = {
  experimentId: 'exp_0Zr9vB4nQ2XyT8kLmP3sWd',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  environment: 'live',
  name: 'Shorter greeting',
  state: 'running',
  deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  arms: [
    { name: 'as it is', weight: 50, deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd', variantId: null },
    { name: 'short', weight: 50, deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd', variantId: 'short' },
  ],
  metrics: ['early_hang_ups', 'response_time'],
  worthwhile: { early_hang_ups: 3 },
  rule: { metric: 'early_hang_ups', callsPerArm: 500 },
  winner: null,
  reason: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-05-04T09:30:00.000Z',
  endedAt: null,
};

export const PUT_EXAMPLE = {
  name: 'Shorter greeting',
  arms: [
    { name: 'as it is', weight: 50 },
    { name: 'short', weight: 50, variantId: 'short' },
  ],
  metrics: ['early_hang_ups', 'response_time'],
  worthwhile: { early_hang_ups: 3 },
  rule: { metric: 'early_hang_ups', callsPerArm: 500 },
};

const RESULT_EXAMPLE = {
  metric: 'early_hang_ups',
  worthwhile: 3,
  arms: [
    {
      arm: 'as it is',
      calls: 210,
      events: 21,
      value: 10,
      interval: [6.6, 14.8],
      callsNeeded: 1380,
      callsStillNeeded: 1170,
    },
    {
      ...{ arm: 'short', calls: 204, events: 12, value: 5.9, interval: [3.4, 10] },
      difference: { value: -4.1, interval: [-9.5, 1.2], verdict: 'unclear' },
      ...{ callsNeeded: 1380, callsStillNeeded: 1176 },
    },
  ],
};

export const experimentAnswers = {
  one: {
    schema: responseShape({ experiment: ExperimentSchema }),
    example: { experiment: EXPERIMENT_EXAMPLE },
  },
  newest: {
    schema: responseShape({ experiment: orNull(ExperimentSchema) }),
    example: { experiment: EXPERIMENT_EXAMPLE },
  },
  results: {
    schema: responseShape({
      experiment: orNull(ExperimentSchema),
      results: Type.Array(
        shape('ExperimentResult', {
          metric: MetricSchema,
          worthwhile: Type.Number({ description: 'The smallest difference worth finding.' }),
          arms: Type.Array(ArmResultSchema),
        }),
      ),
    }),
    example: { experiment: EXPERIMENT_EXAMPLE, results: [RESULT_EXAMPLE] },
  },
};
