import { Type } from '@sinclair/typebox';
import { WarningsSchema } from '../agent-document/index.js';
import { ENVIRONMENTS } from '../common/access/index.js';

/** What the answers look like, for the OpenAPI document (interface 2.2 and 2.3). */
const closed = { additionalProperties: false } as const;

const EnvironmentSchema = Type.Union(ENVIRONMENTS.map((name) => Type.Literal(name)));

const DeploymentSchema = Type.Object(
  {
    id: Type.String({ description: 'Unique deployment identifier.' }),
    accountId: Type.String(),
    agentId: Type.String(),
    environment: EnvironmentSchema,
    artifactVersion: Type.String({ description: 'Names the immutable artifact that a publish made.' }),
    version: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Hash of the content: the same in every environment that has it.',
    }),
    createdBy: Type.String({ description: 'E-mail address of the user who made the deployment.' }),
    createdAt: Type.String({ format: 'date-time' }),
    metadata: Type.Object(
      {
        deployment_message: Type.String(),
        deployment_type: Type.Union([
          Type.Literal('publish'),
          Type.Literal('promotion'),
          Type.Literal('rollback'),
        ]),
        lambda_deployment_version: Type.String({
          description: 'Hash of the functions; agentVersionOverride pins it together with artifactVersion.',
        }),
        source_deployment_id: Type.Optional(
          Type.String({ description: 'The deployment that was promoted or rolled back to.' }),
        ),
        warnings: Type.Optional(WarningsSchema),
      },
      { ...closed, title: 'DeploymentMetadata' },
    ),
  },
  { ...closed, title: 'Deployment' },
);

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

export const MutationSchema = Type.Object(
  {
    deployment: DeploymentSchema,
    testRunIds: Type.Array(Type.String(), { description: 'Test runs that the action started.' }),
  },
  { ...closed, title: 'DeploymentMutation' },
);

export const DeploymentListSchema = Type.Object(
  {
    deployments: Type.Array(DeploymentSchema),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  closed,
);

const DeploymentOrNull = Type.Union([DeploymentSchema, Type.Null()]);

export const ActiveDeploymentsSchema = Type.Object(
  {
    activeDeployments: Type.Object(
      { sandbox: DeploymentOrNull, 'pre-release': DeploymentOrNull, live: DeploymentOrNull },
      { ...closed, title: 'ActiveDeployments' },
    ),
  },
  closed,
);

export const OneDeploymentSchema = Type.Object(
  { deployment: DeploymentSchema },
  { ...closed, title: 'OneDeployment' },
);

const VersionSchema = Type.Object({ version: Type.String() }, { ...closed, title: 'VersionName' });

export const DiffSchema = Type.Object(
  {
    from: VersionSchema,
    to: VersionSchema,
    changes: Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'JSON Pointer (RFC 6901) of the field.' }),
          before: Type.Optional(Type.Unknown({ description: 'Absent where the field was added.' })),
          after: Type.Optional(Type.Unknown({ description: 'Absent where the field was removed.' })),
        },
        { ...closed, title: 'FieldChange' },
      ),
    ),
  },
  closed,
);
