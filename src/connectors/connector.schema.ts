import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS, fromDbEnvironment } from '../common/access/index.js';
import type { PublicAccessDto } from './connector.dto.js';
import type { Connector } from '../generated/prisma/client.js';

const closed = { additionalProperties: false } as const;
const OverrideText = Type.String({ description: 'Empty: the connector does not override it.' });

/** Never contains the token. */
export const connectorView = (connector: Connector) => ({
  connectorId: connector.id,
  name: connector.name,
  accountId: connector.accountId,
  projectId: connector.agentId,
  clientEnv: fromDbEnvironment(connector.environment),
  variantId: connector.variantId ?? '',
  asrLangCode: connector.asrLangCode ?? '',
  ttsLangCode: connector.ttsLangCode ?? '',
  voiceName: connector.voiceName ?? '',
  disableHandoff: connector.disableHandoff,
  mintsCallTokens: connector.mintsCallTokens,
  publicAccess: publicAccessOf(connector),
  createdAt: connector.createdAt.toISOString(),
  updatedAt: connector.updatedAt.toISOString(),
});

const PublicAccess = Type.Object(
  {
    origins: Type.Array(Type.String()),
    maxCallSeconds: Type.Integer(),
    maxConcurrentCalls: Type.Integer({ description: 'On one process.' }),
    callsPerMinutePerAddress: Type.Integer({ description: 'On one process.' }),
  },
  { ...closed, title: 'ConnectorPublicAccess' },
);

const publicAccessOf = (connector: Connector) =>
  connector.publicOrigins.length === 0
    ? null
    : {
        origins: connector.publicOrigins,
        maxCallSeconds: connector.publicMaxCallSeconds,
        maxConcurrentCalls: connector.publicMaxConcurrentCalls,
        callsPerMinutePerAddress: connector.publicCallsPerMinute,
      };

/** The columns of what was asked for; undefined leaves them as they are. */
export const publicAccessColumns = (wanted: PublicAccessDto | null | undefined) => ({
  ...(wanted === null && { publicOrigins: [] }),
  ...(wanted && {
    publicOrigins: wanted.origins,
    publicMaxCallSeconds: wanted.maxCallSeconds,
    publicMaxConcurrentCalls: wanted.maxConcurrentCalls,
    publicCallsPerMinute: wanted.callsPerMinutePerAddress,
  }),
});

const fields = {
  connectorId: Type.String(),
  name: Type.String(),
  accountId: Type.String(),
  projectId: Type.String({ description: 'The agent.' }),
  clientEnv: Type.Union(ENVIRONMENTS.map((name) => Type.Literal(name))),
  variantId: OverrideText,
  asrLangCode: OverrideText,
  ttsLangCode: OverrideText,
  voiceName: OverrideText,
  disableHandoff: Type.Boolean({ description: 'The agent may not hand its calls over.' }),
  mintsCallTokens: Type.Boolean({ description: 'Its token may make call tokens.' }),
  publicAccess: Type.Union([PublicAccess, Type.Null()], {
    description: 'Which pages may call without a token of a backend, and how; null: none.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
};

export const ConnectorSchema = Type.Object(fields, { ...closed, title: 'Connector' });

const Token = Type.String({ description: 'The `authToken` of offers. It is shown this once.' });

export const NewConnectorSchema = Type.Object(
  { ...fields, token: Token },
  { ...closed, title: 'NewConnector' },
);

export const ConnectorListSchema = Type.Object({ connectors: Type.Array(ConnectorSchema) }, closed);

export const DeletedConnectorSchema = Type.Object(
  {
    deletedConnector: Type.String({ description: 'Its id.' }),
    deletedPhoneNumbers: Type.Array(Type.String(), { description: 'The numbers that led to it.' }),
  },
  { ...closed, title: 'DeletedConnector' },
);

export const ConnectorBatchSchema = Type.Object(
  { found: Type.Array(ConnectorSchema), notFound: Type.Array(Type.String()) },
  closed,
);

export const ConnectorUpdatesSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          connectorId: Type.String(),
          success: Type.Boolean(),
          data: Type.Optional(ConnectorSchema),
          error: Type.Optional(Type.String({ description: 'Why it was not changed.' })),
        },
        { ...closed, title: 'ConnectorUpdateResult' },
      ),
      { description: 'One for each update, in their order.' },
    ),
  },
  closed,
);

export const RotatedTokenSchema = Type.Object(
  {
    token: Token,
    previousTokenExpiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'null: it has stopped already.',
    }),
  },
  { ...closed, title: 'RotatedToken' },
);

export const CONNECTOR_EXAMPLE = {
  connectorId: 'con_6yT3rE8wQ1aS4dF7gH9jKl',
  name: 'Website widget',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  projectId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  clientEnv: 'live',
  variantId: '',
  asrLangCode: '',
  ttsLangCode: '',
  voiceName: '',
  disableHandoff: false,
  mintsCallTokens: false,
  publicAccess: null,
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
};
