import { Type } from '@sinclair/typebox';
import { oneOf, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';
import { ENVIRONMENTS, fromDbEnvironment } from '../common/access/index.js';
import type { PublicAccessDto } from './connector.dto.js';
import type { Connector } from '../generated/prisma/client.js';
import { storedWidgetLook, WIDGET_LOOK_EXAMPLE, WidgetLook } from './widget-look.js';

const OverrideText = Type.String({ description: 'Empty: the connector does not override it.' });

/** Does not contain the token. */
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
  widgetLook: storedWidgetLook(connector.widgetLook),
  createdAt: connector.createdAt.toISOString(),
  updatedAt: connector.updatedAt.toISOString(),
});

const PublicAccess = shape('ConnectorPublicAccess', {
  origins: Type.Array(Type.String()),
  maxCallSeconds: Type.Integer(),
  maxConcurrentCalls: Type.Integer({ description: 'On all instances together.' }),
  callsPerMinutePerAddress: Type.Integer({ description: 'On all instances together.' }),
});

const publicAccessOf = (connector: Connector) =>
  connector.publicOrigins.length === 0
    ? null
    : {
        origins: connector.publicOrigins,
        maxCallSeconds: connector.publicMaxCallSeconds,
        maxConcurrentCalls: connector.publicMaxConcurrentCalls,
        callsPerMinutePerAddress: connector.publicCallsPerMinute,
      };

/** Columns of the request; undefined leaves them unchanged. */
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
  clientEnv: oneOf(ENVIRONMENTS),
  variantId: OverrideText,
  asrLangCode: OverrideText,
  ttsLangCode: OverrideText,
  voiceName: OverrideText,
  disableHandoff: Type.Boolean({ description: 'The agent may not hand its calls over.' }),
  mintsCallTokens: Type.Boolean({ description: 'Its token may make call tokens.' }),
  publicAccess: orNull(PublicAccess, {
    description: 'Which pages may call without a token of a backend, and how; null: none.',
  }),
  widgetLook: WidgetLook,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const ConnectorSchema = shape('Connector', fields);

const Token = Type.String({ description: 'The `authToken` of offers. It is shown this once.' });

export const NewConnectorSchema = shape('NewConnector', { ...fields, token: Token });

export const ConnectorListSchema = responseShape({ connectors: Type.Array(ConnectorSchema) });

export const DeletedConnectorSchema = shape('DeletedConnector', {
  deletedConnector: Type.String({ description: 'Its id.' }),
  deletedPhoneNumbers: Type.Array(Type.String(), { description: 'The numbers that led to it.' }),
});

export const ConnectorBatchSchema = responseShape({
  found: Type.Array(ConnectorSchema),
  notFound: Type.Array(Type.String()),
});

export const ConnectorUpdatesSchema = responseShape({
  results: Type.Array(
    shape('ConnectorUpdateResult', {
      connectorId: Type.String(),
      success: Type.Boolean(),
      data: Type.Optional(ConnectorSchema),
      error: Type.Optional(Type.String({ description: 'Why it was not changed.' })),
    }),
    { description: 'One for each update, in their order.' },
  ),
});

export const RotatedTokenSchema = shape('RotatedToken', {
  token: Token,
  previousTokenExpiresAt: orNull(Timestamp, {
    description: 'null: it has stopped already.',
  }),
});

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
  widgetLook: WIDGET_LOOK_EXAMPLE,
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
};
