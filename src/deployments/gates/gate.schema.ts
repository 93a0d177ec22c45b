import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import { PendingDeploymentState } from '../../generated/prisma/client.js';
import { GATE_NAMES, GATE_STATES } from './judge-gates.js';

const EnvironmentSchema = oneOf(ENVIRONMENTS);
const Version = Type.String({ pattern: '^[0-9a-f]{32}$' });

const TestGateSchema = shape('TestGate', {
  testSetId: Type.String(),
  passes: Type.Integer(),
  of: Type.Integer(),
  maxAgeHours: Type.Optional(Type.Number()),
});

const SoakGateSchema = shape('SoakGate', { environment: EnvironmentSchema, minutes: Type.Number() });

const ApprovalGateSchema = shape('ApprovalGate', {
  people: Type.Integer(),
  maxAgeHours: Type.Optional(Type.Number()),
});

/** Also the stored form. */
export const GateRulesSchema = shape('GateRules', {
  tests: Type.Optional(Type.Array(TestGateSchema)),
  soak: Type.Optional(SoakGateSchema),
  approvals: Type.Optional(ApprovalGateSchema),
  noFiringAlerts: Type.Optional(Type.Boolean()),
});

const GateStateSchema = shape('GateState', {
  gate: oneOf(GATE_NAMES),
  state: oneOf(GATE_STATES, {
    description: '`holding` lets nothing through now; `not-asked`: it is no gate for this action.',
  }),
  words: Type.String(),
  links: Type.Array(Type.String(), { description: 'Paths of the API where there is more of it.' }),
});

const ApprovalSchema = shape('Approval', {
  approvalId: Type.String(),
  agentId: Type.String(),
  environment: EnvironmentSchema,
  version: Version,
  approvedBy: Type.String({ description: 'E-mail address of the person.' }),
  comment: Type.String(),
  createdAt: Timestamp,
});

const PendingSchema = shape('PendingDeployment', {
  pendingDeploymentId: Type.String(),
  agentId: Type.String(),
  environment: EnvironmentSchema,
  type: oneOf(['publish', 'promotion', 'rollback']),
  version: Version,
  sourceDeploymentId: orNull(Type.String()),
  deploymentMessage: Type.String(),
  state: oneOf(Object.values(PendingDeploymentState)),
  gates: Type.Array(GateStateSchema, { description: 'As they stood when they were looked at last.' }),
  reason: orNull(Type.String({ description: 'Why it ended as it did.' })),
  deploymentId: orNull(Type.String({ description: 'What it became.' })),
  createdBy: Type.String(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  endedAt: orNull(Timestamp),
});

const VERSION = '9f86d081884c7d659a2feaa0c55ad015';
const AGENT = 'agent-7hT2mK5pW9qX3zL6vB1nRc';
const APPROVED_AT = '2026-05-04T09:30:00.000Z';

export const RULES_EXAMPLE = {
  soak: { environment: 'sandbox', minutes: 60 },
  approvals: { people: 1, maxAgeHours: 72 },
  noFiringAlerts: true,
};

const STATES_EXAMPLE = [
  {
    gate: 'approvals',
    state: 'holding',
    words: '0 of 1 people approved this version for live.',
    links: [`/v1/agents/${AGENT}/environments/live/approvals?version=${VERSION}`],
  },
];

const APPROVAL_EXAMPLE = {
  approvalId: 'app_0Zr9vB4nQ2XyT8kLmP3sWd',
  agentId: AGENT,
  environment: 'live',
  version: VERSION,
  approvedBy: 'grace@example.com',
  comment: 'Listened to ten calls.',
  createdAt: APPROVED_AT,
};

const PENDING_EXAMPLE = {
  pendingDeploymentId: 'pen_0Zr9vB4nQ2XyT8kLmP3sWd',
  agentId: AGENT,
  environment: 'live',
  type: 'promotion',
  version: VERSION,
  sourceDeploymentId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  deploymentMessage: 'Tested',
  state: 'waiting',
  gates: STATES_EXAMPLE,
  reason: null,
  deploymentId: null,
  createdBy: 'ada@example.com',
  createdAt: APPROVED_AT,
  expiresAt: '2026-05-07T09:30:00.000Z',
  endedAt: null,
};

export const gateAnswers = {
  rules: {
    schema: responseShape({
      gates: GateRulesSchema,
      updatedBy: orNull(Type.String()),
      updatedAt: orNull(Timestamp),
    }),
    example: { gates: RULES_EXAMPLE, updatedBy: 'ada@example.com', updatedAt: APPROVED_AT },
  },
  states: {
    schema: responseShape({ version: Version, gates: Type.Array(GateStateSchema) }),
    example: { version: VERSION, gates: STATES_EXAMPLE },
  },
  approval: {
    schema: responseShape({ approval: ApprovalSchema }),
    example: { approval: APPROVAL_EXAMPLE },
  },
  approvals: {
    schema: responseShape({ approvals: Type.Array(ApprovalSchema) }),
    example: { approvals: [APPROVAL_EXAMPLE] },
  },
  pending: {
    schema: responseShape({ pendingDeployment: PendingSchema }),
    example: { pendingDeployment: PENDING_EXAMPLE },
  },
  waiting: {
    schema: shape('WaitingDeployment', {
      pendingDeployment: PendingSchema,
      testRunIds: Type.Array(Type.String()),
    }),
    example: { pendingDeployment: PENDING_EXAMPLE, testRunIds: [] },
  },
  allPending: {
    schema: responseShape({ pendingDeployments: Type.Array(PendingSchema) }),
    example: { pendingDeployments: [PENDING_EXAMPLE] },
  },
};

/** Gate errors of the deploying operations. */
export const gateHolds = {
  DEPLOYMENTS_GATE_CLOSED:
    'Gates of live hold this version: 0 of 1 people approved this version for live. (/v1/agents/…/approvals?version=…)',
};

/** Response of the deploying operations with `wait` while gates block the version. */
export const WAITING = {
  status: 202,
  description:
    'With `wait`, where gates hold the version: what waits, and the runs that its gates still need.',
  response: gateAnswers.waiting,
} as const;
