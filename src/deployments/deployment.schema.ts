import { type Static, Type } from '@sinclair/typebox';
import { WarningsSchema } from '../agent-document/index.js';
import { ENVIRONMENTS } from '../common/access/index.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';
import { RollbackEvidenceSchema } from './rollouts/rollout.schema.js';

/** Response schemas for the OpenAPI document. */

const EnvironmentSchema = oneOf(ENVIRONMENTS);

const VersionHash = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Hash of the content: the same in every environment that has it.',
});

const DeploymentSchema = shape('Deployment', {
  id: Type.String({ description: 'Unique deployment identifier.' }),
  accountId: Type.String(),
  agentId: Type.String(),
  environment: EnvironmentSchema,
  artifactVersion: Type.String({ description: 'Names the immutable artifact that a publish made.' }),
  version: VersionHash,
  createdBy: Type.String({ description: 'E-mail address of the user who made the deployment.' }),
  createdAt: Timestamp,
  metadata: shape('DeploymentMetadata', {
    deployment_message: Type.String(),
    deployment_type: oneOf(['publish', 'promotion', 'rollback']),
    lambda_deployment_version: Type.String({
      description: 'Hash of the functions; agentVersionOverride pins it together with artifactVersion.',
    }),
    source_deployment_id: Type.Optional(
      Type.String({ description: 'The deployment that was promoted or rolled back to.' }),
    ),
    rollback_evidence: Type.Optional(RollbackEvidenceSchema),
    rollout_id: Type.Optional(
      Type.String({ description: 'A rollout is under way: this is the version that most callers have.' }),
    ),
    rollout_share: Type.Optional(
      Type.Number({ description: 'Percent of the calls that go to the new version.' }),
    ),
    rollout_deployment_id: Type.Optional(Type.String({ description: 'Deployment of the new version.' })),
    warnings: Type.Optional(WarningsSchema),
  }),
});

export const DEPLOYMENT_EXAMPLE = {
  id: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  environment: 'sandbox',
  artifactVersion: 'art_5gD8sK2jF4hL7qW1eR9tYu',
  version: '9f86d081884c7d659a2feaa0c55ad015',
  createdBy: 'ada@example.com',
  createdAt: '2026-05-04T09:30:00.000Z',
  metadata: {
    deployment_message: 'Friendlier greeting',
    deployment_type: 'publish',
    lambda_deployment_version: '44136fa355b3678a1146ad16f7e8649e',
  },
};

export const MutationSchema = shape('DeploymentMutation', {
  deployment: DeploymentSchema,
  testRunIds: Type.Array(Type.String(), { description: 'Test runs that the action started.' }),
});

export const DeploymentListSchema = responseShape({
  deployments: Type.Array(DeploymentSchema),
  nextCursor: NextCursor,
});

const DeploymentOrNull = orNull(DeploymentSchema);

export const ActiveDeploymentsSchema = responseShape({
  activeDeployments: shape('ActiveDeployments', {
    sandbox: DeploymentOrNull,
    'pre-release': DeploymentOrNull,
    live: DeploymentOrNull,
  }),
});

const ActiveHereSchema = shape('ActiveHere', {
  agentId: Type.String(),
  environment: EnvironmentSchema,
  deploymentId: Type.String(),
  version: VersionHash,
  createdAt: Timestamp,
  draftDiffers: Type.Boolean({ description: 'Whether the draft, with what it knows, is another version.' }),
});

export type ActiveHere = Static<typeof ActiveHereSchema>;

export const AllActiveSchema = shape('AllActiveDeployments', {
  active: Type.Array(ActiveHereSchema, {
    description: 'By agent and environment. What is not told of is not published there.',
  }),
});

export const ALL_ACTIVE_EXAMPLE = {
  active: [
    {
      agentId: DEPLOYMENT_EXAMPLE.agentId,
      environment: 'sandbox',
      deploymentId: DEPLOYMENT_EXAMPLE.id,
      version: DEPLOYMENT_EXAMPLE.version,
      createdAt: DEPLOYMENT_EXAMPLE.createdAt,
      draftDiffers: true,
    },
  ],
};

export const OneDeploymentSchema = shape('OneDeployment', { deployment: DeploymentSchema });

const VersionSchema = shape('VersionName', { version: Type.String() });

export const DiffSchema = responseShape({
  from: VersionSchema,
  to: VersionSchema,
  changes: Type.Array(
    shape('FieldChange', {
      path: Type.String({ description: 'JSON Pointer (RFC 6901) of the field.' }),
      before: Type.Optional(Type.Unknown({ description: 'Absent where the field was added.' })),
      after: Type.Optional(Type.Unknown({ description: 'Absent where the field was removed.' })),
      resolved: Type.Optional(
        Type.Boolean({
          description:
            'No document has the field: it is what the provider, model or voice comes to that they leave open.',
        }),
      ),
    }),
  ),
});
