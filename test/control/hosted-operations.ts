import { type TSchema, Type } from '@sinclair/typebox';
import {
  Text,
  Names,
  AnyObject,
  Deployment,
  Mutation,
  Agent,
  Endpoint,
  Rule,
  Connector,
  PhoneNumber,
  found,
  ConfigPage,
  Topic,
  DebugChat,
  Conversation,
  orNull,
} from './hosted-shapes.js';

/**
 * Operations that clients generated from the hosted platform's public API description use: success status, required
 * response fields, and a body with all documented fields. Our fields may be added. `{names}` in paths and texts are
 * replaced by a tenant's ids.
 */
export interface HostedOperation {
  readonly request: string;
  readonly status: number;
  readonly body?: unknown;
  readonly answer?: TSchema;
}

const CHAT = {
  ...{ message: 'Good morning', variantId: 'v', asrLangCode: 'en-GB', ttsLangCode: 'en-GB' },
  ...{ channel: 'chat', conversationId: 'c-1', integrationAttributes: { plan: 'gold' } },
};

export const AGENT = '/v1/agents/{agentId}';
export const DEPLOYMENTS = `${AGENT}/deployments`;
export const CONNECTORS = `${AGENT}/telephony/connectors`;
export const NUMBERS = `${AGENT}/telephony/phone-numbers`;
const OUTBOUND = `${AGENT}/telephony/outbound-calls`;
export const CONFIGS = `${AGENT}/real-time-configs`;
export const TOPICS = `${AGENT}/branches/main/knowledge-base/topics`;
export const ENDPOINTS = '/v1/webhook-endpoints';
export const RULES = '/v1/alert-rules';

const list = (name: string, of: TSchema) => Type.Object({ [name]: Type.Array(of) });
const ENDPOINT = { name: 'Pager', url: 'https://hooks.example.com/a', event_types: ['alerts.triggered'] };
const RULE = {
  ...{ name: 'Slow', project_id: '{agentId}', metric: 'turn_latency_p95', operator: '>' },
  ...{ threshold_value: 1_500, window_duration: '10m', enabled: true },
};

/** Ordered so that each works regardless of earlier changes. */
export const HOSTED_OPERATIONS: readonly HostedOperation[] = [
  {
    request: `GET ${DEPLOYMENTS}?environment=sandbox&limit=1`,
    status: 200,
    answer: list('deployments', Deployment),
  },
  {
    request: `GET ${DEPLOYMENTS}/active`,
    status: 200,
    answer: Type.Object({
      activeDeployments: Type.Object({
        ...{ sandbox: orNull(Deployment), 'pre-release': orNull(Deployment), live: orNull(Deployment) },
      }),
    }),
  },
  {
    request: `POST ${DEPLOYMENTS}/publish`,
    status: 201,
    body: { deploymentMessage: 'New hours', environment: 'sandbox' },
    answer: Mutation,
  },
  {
    request: `POST ${DEPLOYMENTS}/{deploymentId}/promote`,
    status: 200,
    body: { deploymentMessage: 'Good', targetEnvironment: 'live' },
    answer: Mutation,
  },
  {
    request: `POST ${DEPLOYMENTS}/{deploymentId}/rollback`,
    status: 200,
    body: { deploymentMessage: 'Back' },
    answer: Mutation,
  },
  { request: 'GET /v1/accounts/{accountId}/agents', status: 200, answer: Type.Array(Agent) },
  {
    request: 'POST /v1/accounts/{accountId}/agents',
    status: 200,
    body: {
      name: 'Front desk',
      responseSettings: { greeting: 'Hello.', languageCode: 'en-GB' },
      voiceSettings: { voiceId: 'v' },
      llmSettings: { modelId: 'm' },
      experimentalConfig: {},
    },
    answer: Agent,
  },
  { request: `POST ${AGENT}/duplicate`, status: 200, body: { newAgentName: 'Copy' }, answer: Agent },
  {
    request: `GET ${ENDPOINTS}?enabled=true&event_type=alerts.triggered`,
    status: 200,
    answer: list('data', Endpoint),
  },
  {
    request: `POST ${ENDPOINTS}`,
    status: 201,
    body: { ...ENDPOINT, enabled: true, timeout_ms: 5_000, headers: { 'X-Team': 'a' } },
    answer: Type.Intersect([Endpoint, Type.Object({ signing_secret: Text })]),
  },
  { request: `GET ${ENDPOINTS}/{endpointId}`, status: 200, answer: Endpoint },
  {
    request: `PATCH ${ENDPOINTS}/{endpointId}`,
    status: 200,
    body: { ...ENDPOINT, enabled: false },
    answer: Endpoint,
  },
  {
    request: `POST ${ENDPOINTS}/{endpointId}/rotate-secret`,
    status: 200,
    answer: Type.Object({ signing_secret: Text }),
  },
  { request: `DELETE ${ENDPOINTS}/{endpointId}`, status: 204 },
  {
    request: `GET ${RULES}?project_id={agentId}&metric=turn_latency_p95&state=ok&enabled=true`,
    status: 200,
    answer: list('data', Rule),
  },
  { request: `POST ${RULES}`, status: 201, body: RULE, answer: Rule },
  { request: `GET ${RULES}/{ruleId}`, status: 200, answer: Rule },
  { request: `PATCH ${RULES}/{ruleId}`, status: 200, body: { threshold_value: 2_000 }, answer: Rule },
  { request: `DELETE ${RULES}/{ruleId}`, status: 204 },
  {
    request: 'GET /v1/alerts?project_id={agentId}&metric=call_volume',
    status: 200,
    answer: list('data', AnyObject),
  },
  { request: `GET ${CONNECTORS}`, status: 200, answer: list('connectors', Connector) },
  { request: `GET ${CONNECTORS}/{connectorId}`, status: 200, answer: Connector },
  {
    request: `PATCH ${CONNECTORS}/{connectorId}`,
    status: 200,
    body: { variantId: '', asrLangCode: 'en-GB', voiceName: '', projectId: '{agentId}' },
    answer: Connector,
  },
  {
    request: `POST ${CONNECTORS}/batch`,
    status: 200,
    body: { connectorIds: ['{connectorId}', 'con_none'] },
    answer: found(Connector),
  },
  {
    request: `PATCH ${CONNECTORS}/batch`,
    status: 200,
    body: { updates: [{ connectorId: '{connectorId}', voiceName: '' }] },
    answer: list('results', Type.Object({ connectorId: Text, success: Type.Boolean(), data: Connector })),
  },
  {
    request: `POST ${CONNECTORS}/lookup`,
    status: 200,
    body: { phoneNumber: '{phoneNumber}' },
    answer: Connector,
  },
  {
    request: `GET ${NUMBERS}?connectorId={connectorId}`,
    status: 200,
    answer: list('phoneNumbers', PhoneNumber),
  },
  {
    request: `POST ${NUMBERS}`,
    status: 201,
    body: { phoneNumbers: ['+442079460001', '+442079460002'], clientEnv: 'live' },
    answer: Type.Object({ imported: Names }),
  },
  {
    request: `POST ${NUMBERS}/batch`,
    status: 200,
    body: { phoneNumbers: ['{phoneNumber}', '+442079460009'] },
    answer: found(PhoneNumber),
  },
  { request: `GET ${NUMBERS}/{phoneNumber}`, status: 200, answer: PhoneNumber },
  {
    request: `PATCH ${NUMBERS}/{phoneNumber}`,
    status: 200,
    body: { connectorId: '{connectorId}' },
    answer: PhoneNumber,
  },
  {
    request: `DELETE ${NUMBERS}`,
    status: 200,
    body: { phoneNumbers: ['+442079460001', '+442079460009'] },
    answer: Type.Object({
      deleted: Names,
      errors: Type.Array(Type.Object({ phoneNumber: Text, error: Text })),
    }),
  },
  {
    request: `POST ${NUMBERS}/+442079460003`,
    status: 201,
    body: { clientEnv: 'live' },
    answer: Type.Object({ imported: Text }),
  },
  { request: `DELETE ${NUMBERS}/+442079460003`, status: 200, answer: Type.Object({ deleted: Text }) },
  {
    request: `DELETE ${CONNECTORS}/{connectorId}`,
    status: 200,
    answer: Type.Object({ deletedConnector: Text, deletedPhoneNumbers: Names }),
  },
  {
    request: `GET ${OUTBOUND}/{callSid}/status`,
    status: 200,
    answer: Type.Object({ callSid: Text, status: Text, reason: Type.Optional(Text) }),
  },
  { request: `GET ${CONFIGS}`, status: 200, answer: list('configPages', ConfigPage) },
  { request: `GET ${CONFIGS}/live`, status: 200, answer: ConfigPage },
  {
    request: `PUT ${CONFIGS}/live/schema`,
    status: 200,
    body: { schema: { type: 'object', properties: { seats: { type: 'integer' } } } },
    answer: ConfigPage,
  },
  {
    request: `PATCH ${CONFIGS}/live/variables`,
    status: 200,
    body: { variables: { seats: 4 } },
    answer: ConfigPage,
  },
  { request: `GET ${TOPICS}`, status: 200, answer: Type.Array(Topic) },
  {
    request: `POST ${TOPICS}`,
    status: 201,
    body: {
      ...{ name: 'Garage', content: 'Behind the house.', actions: '', isActive: true },
      exampleQueries: { queries: ['Where can I park?'] },
    },
    answer: Topic,
  },
  { request: `GET ${TOPICS}/{topicId}`, status: 200, answer: Topic },
  { request: `PATCH ${TOPICS}/{topicId}`, status: 204, body: { content: 'Until eleven.' } },
  { request: `DELETE ${TOPICS}/{topicId}`, status: 204 },
  {
    request: `POST ${AGENT}/debug-chat`,
    status: 201,
    body: { ...CHAT, clientEnv: 'draft' },
    answer: DebugChat,
  },
  { request: `POST ${AGENT}/debug-chat/{chatId}`, status: 200, body: CHAT, answer: DebugChat },
  { request: `GET ${AGENT}/conversations/{conversationId}`, status: 200, answer: Conversation },
  { request: `GET ${AGENT}/conversations/{conversationId}/audio`, status: 200 },
  { request: `DELETE ${AGENT}`, status: 204 },
  {
    request: 'GET /health',
    status: 200,
    answer: Type.Object({ status: Text, activeSessions: Type.Integer() }),
  },
];
