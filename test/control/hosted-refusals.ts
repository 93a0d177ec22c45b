import {
  AGENT,
  CONFIGS,
  CONNECTORS,
  DEPLOYMENTS,
  ENDPOINTS,
  type HostedOperation,
  NUMBERS,
  RULES,
  TOPICS,
} from './hosted-operations.js';

/** Refusals with codes that such clients distinguish. */
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
