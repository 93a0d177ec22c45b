import { type TSchema, Type } from '@sinclair/typebox';

/**
 * What clients generated from the hosted platform's public API description read and send, operation by operation: the
 * status of success, the fields that an answer must have, and a body with all documented fields. Fields of ours may
 * come besides. `{names}` in paths and texts are filled in with ids of a tenant.
 */
export interface HostedOperation {
  readonly request: string;
  readonly status: number;
  readonly body?: unknown;
  readonly answer?: TSchema;
}

const Text = Type.String();
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const Environment = Type.Union(['sandbox', 'pre-release', 'live'].map((name) => Type.Literal(name)));
const Names = Type.Array(Text);
const AnyObject = Type.Record(Text, Type.Unknown());

const Deployment = Type.Object({
  ...{ id: Text, accountId: Text, agentId: Text, environment: Environment, artifactVersion: Text },
  ...{ version: Type.String({ pattern: '^[0-9a-f]{32}$' }), createdBy: Text, createdAt: Time },
  metadata: Type.Object({ deployment_message: Text, deployment_type: Text }),
});
const Mutation = Type.Object({ deployment: Deployment, testRunIds: Type.Optional(Names) });

const Agent = Type.Object({
  ...{ accountId: Text, agentId: Text, agentName: Text, createdAt: Time, updatedAt: Time },
  branchCount: Type.Integer(),
});

const Endpoint = Type.Object({
  id: Type.String({ pattern: '^whe_[A-Za-z0-9]+$' }),
  ...{ name: Text, url: Text, enabled: Type.Boolean(), event_types: Names, timeout_ms: Type.Integer() },
  ...{ created_at: Time, updated_at: Time, headers: Type.Record(Text, Text) },
});

const Rule = Type.Object({
  id: Type.String({ pattern: '^ar_[A-Za-z0-9]+$' }),
  ...{ name: Text, project_id: Type.Optional(orNull(Text)), metric: Text, operator: Text },
  ...{ threshold_value: Type.Integer(), window_duration: Text, enabled: Type.Boolean() },
  current_state: Type.Union(['ok', 'alert', 'no_data', 'unknown'].map((state) => Type.Literal(state))),
  ...{ since: orNull(Time), last_evaluated_at: orNull(Time), current_value: orNull(Type.Number()) },
  ...{ created_at: Time, updated_at: Time },
});

const Connector = Type.Object({
  ...{ connectorId: Text, name: Text, accountId: Text, projectId: Text, clientEnv: Environment },
  ...{ variantId: Text, asrLangCode: Text, ttsLangCode: Text, voiceName: Text },
  disableHandoff: Type.Boolean(),
});

const PhoneNumber = Type.Object({
  ...{ number: Text, projectId: Text, accountId: Text, clientEnv: Environment },
  connectorId: Type.Optional(Text),
});
const found = (what: TSchema) => Type.Object({ found: Type.Array(what), notFound: Names });

const ConfigPage = Type.Object({
  ...{ clientEnv: Environment, variables: AnyObject, schema: AnyObject, lastUpdated: orNull(Time) },
});

const Topic = Type.Object({
  ...{ id: Text, name: Text, content: Text, actions: Text, isActive: Type.Boolean() },
  exampleQueries: Type.Object({ queries: Names }),
});

const DebugChat = Type.Object({
  ...{ conversationId: Text, userInput: Text, response: Text },
  metadata: Type.Object({
    ...{ functionEvents: Type.Array(AnyObject), retrievedTopics: Type.Array(AnyObject), state: AnyObject },
    ...{ currentNode: orNull(Text), nodeTrace: Type.Array(Text), metrics: AnyObject },
  }),
  ...{ conversationEnded: Type.Boolean(), delayedResponse: Type.Boolean() },
});
const CHAT = {
  ...{ message: 'Good morning', variantId: 'v', asrLangCode: 'en-GB', ttsLangCode: 'en-GB' },
  ...{ channel: 'chat', conversationId: 'c-1', integrationAttributes: { plan: 'gold' } },
};

const Conversation = Type.Object({
  ...{ conversationId: Text, projectId: Text, fromNumber: orNull(Text), finishedAt: orNull(Time) },
  clientEnv: Text,
  turns: Type.Array(Type.Object({ user_input: Text, agent_response: Text })),
});

const AGENT = '/v1/agents/{agentId}';
const DEPLOYMENTS = `${AGENT}/deployments`;
const CONNECTORS = `${AGENT}/telephony/connectors`;
const NUMBERS = `${AGENT}/telephony/phone-numbers`;
const OUTBOUND = `${AGENT}/telephony/outbound-calls`;
const CONFIGS = `${AGENT}/real-time-configs`;
const TOPICS = `${AGENT}/branches/main/knowledge-base/topics`;
const ENDPOINTS = '/v1/webhook-endpoints';
const RULES = '/v1/alert-rules';

const list = (name: string, of: TSchema) => Type.Object({ [name]: Type.Array(of) });
const ENDPOINT = { name: 'Pager', url: 'https://hooks.example.com/a', event_types: ['alerts.triggered'] };
const RULE = {
  ...{ name: 'Slow', project_id: '{agentId}', metric: 'turn_latency_p95', operator: '>' },
  ...{ threshold_value: 1_500, window_duration: '10m', enabled: true },
};

/** In an order in which each can be done, whatever the ones before it have changed. */
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
      ...{ name: 'Parking', content: 'Behind the house.', actions: '', isActive: true },
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

/** Refusals whose codes such clients tell apart. */
export const HOSTED_REFUSALS: readonly (HostedOperation & { readonly code: string })[] = [
  { request: 'GET /v1/accounts/acc_none/agents', status: 404, code: 'ACCOUNT_NOT_FOUND' },
  { request: 'GET /v1/agents/none/deployments/active', status: 404, code: 'PROJECT_NOT_FOUND' },
  {
    request: 'POST /v1/accounts/{accountId}/agents',
    body: {
      ...{ name: 'Again', agentId: '{agentId}' },
      responseSettings: { greeting: '' },
      voiceSettings: { voiceId: 'v' },
      llmSettings: { modelId: 'm' },
    },
    status: 409,
    code: 'PROJECT_ID_ALREADY_EXISTS',
  },
  {
    request: `POST ${DEPLOYMENTS}/publish`,
    body: { environment: 'prod' },
    status: 400,
    code: 'DEPLOYMENTS_INVALID_ENVIRONMENT',
  },
  { request: `POST ${DEPLOYMENTS}/dep_none/promote`, status: 404, code: 'DEPLOYMENT_NOT_FOUND' },
  { request: `GET ${RULES}/none`, status: 422, code: 'INVALID_ALERT_RULE_ID' },
  { request: `GET ${ENDPOINTS}/none`, status: 422, code: 'INVALID_WEBHOOK_ENDPOINT_ID' },
  { request: `GET ${CONNECTORS}/con_none`, status: 404, code: 'CONNECTORS_NOT_FOUND' },
  {
    request: `PATCH ${CONNECTORS}/{connectorId}`,
    body: { voiceName: 1 },
    status: 400,
    code: 'CONNECTORS_VALIDATION_FAILED',
  },
  {
    request: `POST ${NUMBERS}`,
    body: { phoneNumbers: ['nobody'] },
    status: 400,
    code: 'PHONE_NUMBERS_INVALID_PHONE_NUMBER_FORMAT',
  },
  { request: `POST ${NUMBERS}/nobody`, status: 400, code: 'PHONE_NUMBERS_INVALID_PHONE_NUMBER_FORMAT' },
  { request: `POST ${NUMBERS}/{othersNumber}`, status: 409, code: 'PHONE_NUMBERS_ALREADY_EXISTS' },
  {
    request: `PUT ${CONFIGS}/live/schema`,
    body: { schema: { type: 'nothing' } },
    status: 400,
    code: 'REAL_TIME_CONFIG_INVALID_SCHEMA',
  },
  { request: `GET ${CONFIGS}/production`, status: 400, code: 'REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT' },
  {
    request: `PATCH ${CONFIGS}/sandbox/variables`,
    body: { variables: { seats: 'four' } },
    status: 400,
    code: 'REAL_TIME_CONFIG_INVALID_FOR_SCHEMA',
  },
  {
    request: `POST ${TOPICS}`,
    body: { name: 'Parking' },
    status: 409,
    code: 'KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS',
  },
  { request: `GET ${AGENT}/conversations/conv_none`, status: 404, code: 'CONVERSATIONS_NOT_FOUND' },
  {
    request: `GET ${AGENT}/conversations/{chatId}/audio`,
    status: 404,
    code: 'CONVERSATIONS_RECORDING_NOT_FOUND',
  },
];
