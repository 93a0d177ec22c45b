import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import { RolloutState } from '../../generated/prisma/client.js';
import { GUARD_METRICS } from './rollout-plan.js';

const MetricSchema = oneOf(GUARD_METRICS);

const TallySchema = shape('RolloutTally', {
  calls: Type.Integer(),
  events: Type.Optional(Type.Integer({ description: 'How many of the calls had it.' })),
  percent: Type.Optional(
    Type.Number({ description: 'The same in percent of the calls; absent where there are none.' }),
  ),
  medianMs: Type.Optional(Type.Number({ description: 'For response_time, in milliseconds.' })),
  p95Ms: Type.Optional(Type.Number({ description: 'For response_time, in milliseconds.' })),
});

const FindingSchema = shape('RolloutFinding', {
  metric: MetricSchema,
  against: oneOf(['other version', 'limit']),
  evidence: Type.Number({ description: 'That the new version is worse; 1 is none at all.' }),
  threshold: Type.Number({ description: 'So much evidence takes the new version back.' }),
  limit: Type.Optional(
    Type.Number({ description: 'Of what it is against: percent of the calls, or p95 in milliseconds.' }),
  ),
  canary: TallySchema,
  others: TallySchema,
});

const StepSchema = shape('RolloutStep', {
  share: Type.Number(),
  calls: Type.Optional(Type.Integer()),
  minutes: Type.Optional(Type.Number()),
});

const GuardSchema = shape('RolloutGuard', {
  metric: MetricSchema,
  maximumPercent: Type.Optional(Type.Number()),
  maximumP95Ms: Type.Optional(Type.Integer()),
  samplePercent: Type.Optional(Type.Number()),
});

export const RollbackEvidenceSchema = shape('RollbackEvidence', {
  rolloutId: Type.String(),
  deploymentId: Type.String({ description: 'Of the version that was taken back.' }),
  state: oneOf(['rolled_back', 'aborted']),
  decisive: orNull(FindingSchema),
  findings: Type.Array(FindingSchema, { description: 'How all bets stood then.' }),
  guards: Type.Array(GuardSchema),
});

const RolloutSchema = shape('Rollout', {
  rolloutId: Type.String(),
  agentId: Type.String(),
  environment: oneOf(ENVIRONMENTS),
  state: oneOf(Object.values(RolloutState)),
  deploymentId: Type.String({ description: 'Of the new version.' }),
  baseDeploymentId: Type.String({ description: 'Of the version that gets the other calls.' }),
  share: Type.Number({ description: 'Percent of the calls that go to the new version now.' }),
  step: Type.Integer({ description: 'From 0.' }),
  stepStartedAt: Timestamp,
  steps: Type.Array(StepSchema),
  guards: Type.Array(GuardSchema),
  findings: Type.Array(FindingSchema),
  reason: orNull(Type.String({ description: 'Why it ended as it did.' })),
  rollbackDeploymentId: orNull(Type.String()),
  createdBy: Type.String(),
  createdAt: Timestamp,
  endedAt: orNull(Timestamp),
});

const ROLLOUT_EXAMPLE = {
  rolloutId: 'rol_0Zr9vB4nQ2XyT8kLmP3sWd',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  environment: 'live',
  state: 'running',
  deploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  baseDeploymentId: 'dep_5gD8sK2jF4hL7qW1eR9tYu',
  share: 5,
  step: 0,
  stepStartedAt: '2026-05-04T09:30:00.000Z',
  steps: [{ share: 5, calls: 50 }, { share: 25, minutes: 30 }, { share: 100 }],
  guards: [{ metric: 'tool_errors', maximumPercent: 5 }],
  findings: [
    {
      metric: 'tool_errors',
      against: 'other version',
      evidence: 0.7,
      threshold: 40,
      canary: { calls: 12, events: 0, percent: 0 },
      others: { calls: 231, events: 4, percent: 1.73 },
    },
  ],
  reason: null,
  rollbackDeploymentId: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-05-04T09:30:00.000Z',
  endedAt: null,
};

export const rolloutAnswers = {
  one: { schema: responseShape({ rollout: RolloutSchema }), example: { rollout: ROLLOUT_EXAMPLE } },
  all: {
    schema: responseShape({ rollouts: Type.Array(RolloutSchema) }),
    example: { rollouts: [ROLLOUT_EXAMPLE] },
  },
};

const EvidenceLineSchema = shape('EvidenceLine', {
  metric: MetricSchema,
  against: oneOf(['other version', 'limit']),
  threshold: Type.Number({ description: 'So much evidence takes the new version back.' }),
  points: Type.Array(
    shape('EvidencePoint', {
      at: Timestamp,
      calls: Type.Integer({ minimum: 1, description: 'Calls of both versions that had ended by then.' }),
      evidence: Type.Number({ description: 'That the new version is worse; 1 is none at all.' }),
    }),
  ),
});

const POINT_EXAMPLE = { at: '2026-05-04T09:31:12.000Z', calls: 40, evidence: 0.7 };

export const evidenceAnswer = {
  schema: responseShape({ lines: Type.Array(EvidenceLineSchema) }),
  example: {
    lines: [{ metric: 'tool_errors', against: 'other version', threshold: 40, points: [POINT_EXAMPLE] }],
  },
};
