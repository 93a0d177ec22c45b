import { type Scope, SCOPES } from '../../src/common/access/scopes.js';

const AGENT = '/v1/agents/{agentId}';
const CONNECTORS = `${AGENT}/telephony/connectors`;
const NUMBERS = `${AGENT}/telephony/phone-numbers`;
const OUTBOUND = `${AGENT}/telephony/outbound-calls`;
const ENVIRONMENT = `${AGENT}/environments/{environment}`;
const PENDING = `${AGENT}/pending-deployments`;
const DEPLOYMENTS = `${AGENT}/deployments`;
const TOPICS = `${AGENT}/branches/main/knowledge-base/topics`;
const DOCUMENTS = `${AGENT}/branches/main/knowledge-base/documents`;
const TEST_SETS = `${AGENT}/test-sets`;
const ENDPOINT = '/v1/webhook-endpoints/{endpointId}';

/**
 * Who may do what: the scope of every operation, `any` where any key will do, `public` where none is asked for,
 * `person` where only people who have signed in will do.
 * Written by hand and not read from the code, so that an operation that is opened, or added, by mistake is noticed.
 */
export const ACCESS: Readonly<Record<string, Scope | 'any' | 'public' | 'person'>> = {
  'GET /health': 'public',
  'GET /health/ready': 'public',
  'GET /api/v1/ice-servers': 'public',
  'GET /v1/schemas/agent-document': 'public',
  'GET /v1/account': 'any',
  'GET /v1/instances': 'any',
  'GET /v1/instances/settings': 'keys:admin',

  'POST /v1/session': 'public',
  'GET /v1/session': 'person',
  'DELETE /v1/session': 'person',
  'DELETE /v1/sessions': 'person',
  'GET /v1/session/providers': 'public',

  'GET /v1/people': 'people:read',
  'PATCH /v1/people/me': 'person',
  'GET /v1/people/{personId}': 'people:read',
  'PATCH /v1/people/{personId}': 'people:write',
  'DELETE /v1/people/{personId}': 'people:write',
  'POST /v1/people/{personId}/sign-in-links': 'people:write',
  'GET /v1/invitations': 'people:read',
  'POST /v1/invitations': 'people:write',
  'DELETE /v1/invitations/{invitationId}': 'people:write',
  'POST /v1/invitations/accept': 'public',

  'GET /v1/deployments/active': 'deployments:read',
  'GET /v1/metrics/agents': 'conversations:read',
  'GET /v1/metrics/daily': 'conversations:read',
  'POST /v1/conversations/{conversationId}/hang-up': 'calls:write',
  'GET /v1/telephony/outbound-calls': 'calls:read',

  'GET /v1/audit-log': 'keys:admin',
  'GET /v1/api-keys': 'keys:admin',
  'POST /v1/api-keys': 'keys:admin',
  'DELETE /v1/api-keys/{keyId}': 'keys:admin',

  'GET /v1/secrets': 'secrets:read',
  'GET /v1/secrets/{secretName}': 'secrets:read',
  'PUT /v1/secrets/{secretName}': 'secrets:write',
  'DELETE /v1/secrets/{secretName}': 'secrets:write',

  'GET /v1/providers': 'secrets:read',
  'PUT /v1/providers/{providerName}': 'secrets:write',
  'DELETE /v1/providers/{providerName}': 'secrets:write',
  'POST /v1/providers/{providerName}/test': 'secrets:write',
  'POST /v1/providers/{providerName}/models': 'secrets:write',
  'GET /v1/models': 'agents:read',
  'GET /v1/voices': 'agents:read',
  'POST /v1/voice-samples': 'agents:write',

  'GET /v1/accounts/{accountId}/agents': 'agents:read',
  'POST /v1/accounts/{accountId}/agents': 'agents:write',
  // By the operator's token.
  'PUT /v1/accounts/{accountId}/suspension': 'public',
  'DELETE /v1/accounts/{accountId}/suspension': 'public',
  [`GET ${AGENT}`]: 'agents:read',
  [`PATCH ${AGENT}`]: 'agents:write',
  [`DELETE ${AGENT}`]: 'agents:write',
  [`POST ${AGENT}/duplicate`]: 'agents:write',
  [`GET ${AGENT}/draft`]: 'agents:read',
  [`PUT ${AGENT}/draft`]: 'agents:write',
  [`PATCH ${AGENT}/draft`]: 'agents:write',
  [`POST ${AGENT}/studio-tokens`]: 'agents:write',

  [`GET ${TEST_SETS}`]: 'agents:read',
  [`POST ${TEST_SETS}`]: 'agents:write',
  [`GET ${TEST_SETS}/{testSetId}`]: 'agents:read',
  [`PATCH ${TEST_SETS}/{testSetId}`]: 'agents:write',
  [`DELETE ${TEST_SETS}/{testSetId}`]: 'agents:write',
  [`POST ${TEST_SETS}/{testSetId}/cases`]: 'agents:write',
  [`PUT ${TEST_SETS}/{testSetId}/cases/{testCaseId}`]: 'agents:write',
  [`DELETE ${TEST_SETS}/{testSetId}/cases/{testCaseId}`]: 'agents:write',
  [`GET ${TEST_SETS}/{testSetId}/runs`]: 'agents:read',
  [`POST ${TEST_SETS}/{testSetId}/runs`]: 'agents:write',
  'GET /v1/test-runs/{testRunId}': 'agents:read',

  [`GET ${DOCUMENTS}`]: 'agents:read',
  [`POST ${DOCUMENTS}`]: 'agents:write',
  [`GET ${DOCUMENTS}/{documentId}`]: 'agents:read',
  [`GET ${DOCUMENTS}/{documentId}/passages`]: 'agents:read',
  [`GET ${DOCUMENTS}/{documentId}/content`]: 'agents:read',
  [`PUT ${DOCUMENTS}/{documentId}`]: 'agents:write',
  [`DELETE ${DOCUMENTS}/{documentId}`]: 'agents:write',
  [`GET ${TOPICS}`]: 'agents:read',
  [`POST ${TOPICS}`]: 'agents:write',
  [`GET ${TOPICS}/{topicId}`]: 'agents:read',
  [`PATCH ${TOPICS}/{topicId}`]: 'agents:write',
  [`DELETE ${TOPICS}/{topicId}`]: 'agents:write',

  [`POST ${AGENT}/debug-chat`]: 'agents:write',
  [`POST ${AGENT}/tool-trials`]: 'agents:write',
  [`POST ${AGENT}/debug-chat/{chatId}`]: 'agents:write',

  [`GET ${DEPLOYMENTS}`]: 'deployments:read',
  [`GET ${DEPLOYMENTS}/active`]: 'deployments:read',
  [`GET ${DEPLOYMENTS}/diff`]: 'deployments:read',
  [`GET ${DEPLOYMENTS}/{deploymentId}`]: 'deployments:read',
  [`POST ${DEPLOYMENTS}/publish`]: 'deployments:write',
  [`POST ${DEPLOYMENTS}/{deploymentId}/promote`]: 'deployments:write',
  [`POST ${DEPLOYMENTS}/{deploymentId}/rollback`]: 'deployments:write',

  [`GET ${ENVIRONMENT}/gates`]: 'deployments:read',
  [`PUT ${ENVIRONMENT}/gates`]: 'deployments:override',
  [`GET ${ENVIRONMENT}/gates/states`]: 'deployments:read',
  [`GET ${ENVIRONMENT}/approvals`]: 'deployments:read',
  [`POST ${ENVIRONMENT}/approvals`]: 'deployments:approve',
  [`DELETE ${ENVIRONMENT}/approvals/{approvalId}`]: 'deployments:approve',
  [`GET ${ENVIRONMENT}/experiment`]: 'deployments:read',
  [`PUT ${ENVIRONMENT}/experiment`]: 'deployments:write',
  [`DELETE ${ENVIRONMENT}/experiment`]: 'deployments:write',
  [`GET ${ENVIRONMENT}/experiment/results`]: 'deployments:read',
  [`POST ${ENVIRONMENT}/experiment/promote`]: 'deployments:write',
  [`GET ${PENDING}`]: 'deployments:read',
  [`GET ${PENDING}/{pendingDeploymentId}`]: 'deployments:read',
  [`POST ${PENDING}/{pendingDeploymentId}/cancel`]: 'deployments:write',
  [`GET ${AGENT}/rollouts`]: 'deployments:read',
  [`GET ${AGENT}/rollouts/{rolloutId}`]: 'deployments:read',
  [`GET ${AGENT}/rollouts/{rolloutId}/evidence`]: 'deployments:read',
  [`POST ${AGENT}/rollouts/{rolloutId}/pause`]: 'deployments:write',
  [`POST ${AGENT}/rollouts/{rolloutId}/resume`]: 'deployments:write',
  [`POST ${AGENT}/rollouts/{rolloutId}/finish`]: 'deployments:write',
  [`POST ${AGENT}/rollouts/{rolloutId}/abort`]: 'deployments:write',

  [`GET ${AGENT}/real-time-configs`]: 'deployments:read',
  [`GET ${AGENT}/real-time-configs/{clientEnv}`]: 'deployments:read',
  [`PUT ${AGENT}/real-time-configs/{clientEnv}/schema`]: 'deployments:write',
  [`PATCH ${AGENT}/real-time-configs/{clientEnv}/variables`]: 'deployments:write',

  [`GET ${CONNECTORS}`]: 'connectors:read',
  [`POST ${CONNECTORS}`]: 'connectors:write',
  [`GET ${CONNECTORS}/{connectorId}`]: 'connectors:read',
  [`PATCH ${CONNECTORS}/{connectorId}`]: 'connectors:write',
  [`DELETE ${CONNECTORS}/{connectorId}`]: 'connectors:write',
  [`POST ${CONNECTORS}/{connectorId}/rotate-token`]: 'connectors:write',

  [`GET ${CONNECTORS}/{connectorId}/call-tokens`]: 'call-tokens:read',
  [`POST ${CONNECTORS}/{connectorId}/call-tokens`]: 'call-tokens:write',
  [`DELETE ${CONNECTORS}/{connectorId}/call-tokens/{callTokenId}`]: 'call-tokens:write',
  'POST /api/v1/connectors/{connectorId}/call-tokens': 'public',

  [`POST ${CONNECTORS}/batch`]: 'connectors:read',
  [`PATCH ${CONNECTORS}/batch`]: 'connectors:write',

  [`GET ${AGENT}/conversations/{conversationId}`]: 'conversations:read',
  [`GET ${AGENT}/conversations/{conversationId}/audio`]: 'conversations:read',
  'GET /v1/usage': 'conversations:read',
  'GET /v1/usage/storage': 'conversations:read',
  'GET /v1/conversations/{conversationId}/bundle': 'conversations:read',
  'GET /v1/conversations/{conversationId}/cost': 'conversations:read',
  'GET /v1/conversations': 'conversations:read',
  'GET /v1/conversations/export': 'conversations:read',
  'DELETE /v1/conversations': 'conversations:write',
  'GET /v1/conversations/{conversationId}': 'conversations:read',
  'GET /v1/conversations/{conversationId}/audio': 'conversations:read',
  'POST /v1/conversations/{conversationId}/test-case': 'conversations:read',
  'DELETE /v1/conversations/{conversationId}': 'conversations:write',

  [`POST ${CONNECTORS}/lookup`]: 'connectors:read',
  [`GET ${NUMBERS}`]: 'connectors:read',
  [`POST ${NUMBERS}`]: 'connectors:write',
  [`DELETE ${NUMBERS}`]: 'connectors:write',
  [`POST ${NUMBERS}/batch`]: 'connectors:read',
  [`GET ${NUMBERS}/{phoneNumber}`]: 'connectors:read',
  [`POST ${NUMBERS}/{phoneNumber}`]: 'connectors:write',
  [`PATCH ${NUMBERS}/{phoneNumber}`]: 'connectors:write',
  [`DELETE ${NUMBERS}/{phoneNumber}`]: 'connectors:write',
  [`POST ${OUTBOUND}`]: 'calls:write',
  [`GET ${OUTBOUND}/{callSid}/status`]: 'calls:read',
  [`DELETE ${OUTBOUND}/{callSid}`]: 'calls:write',
  'GET /v1/telephony/outbound-rules': 'connectors:read',
  'PUT /v1/telephony/outbound-rules': 'connectors:write',
  'GET /v1/agents/{agentId}/telephony/outbound-rules': 'connectors:read',
  'PUT /v1/agents/{agentId}/telephony/outbound-rules': 'connectors:write',
  'GET /v1/telephony/trunks': 'connectors:read',
  'POST /v1/telephony/trunks': 'connectors:write',
  'GET /v1/telephony/trunks/{trunkId}': 'connectors:read',
  'PATCH /v1/telephony/trunks/{trunkId}': 'connectors:write',
  'DELETE /v1/telephony/trunks/{trunkId}': 'connectors:write',
  'POST /v1/telephony/trunks/{trunkId}/test': 'calls:write',

  'GET /v1/webhook-endpoints': 'webhooks:read',
  'POST /v1/webhook-endpoints': 'webhooks:write',
  [`GET ${ENDPOINT}`]: 'webhooks:read',
  [`PATCH ${ENDPOINT}`]: 'webhooks:write',
  [`DELETE ${ENDPOINT}`]: 'webhooks:write',
  [`POST ${ENDPOINT}/rotate-secret`]: 'webhooks:write',
  [`POST ${ENDPOINT}/test`]: 'webhooks:write',
  [`GET ${ENDPOINT}/health`]: 'webhooks:read',
  [`POST ${ENDPOINT}/recover`]: 'webhooks:write',
  [`GET ${ENDPOINT}/deliveries`]: 'webhooks:read',
  [`GET ${ENDPOINT}/deliveries/{deliveryId}`]: 'webhooks:read',
  [`POST ${ENDPOINT}/deliveries/{deliveryId}/redeliver`]: 'webhooks:write',

  'GET /v1/alerts': 'alerts:read',
  'GET /v1/alert-rules': 'alerts:read',
  'POST /v1/alert-rules': 'alerts:write',
  'GET /v1/alert-rules/{ruleId}': 'alerts:read',
  'PATCH /v1/alert-rules/{ruleId}': 'alerts:write',
  'DELETE /v1/alert-rules/{ruleId}': 'alerts:write',
};

/** What an operation hands on with the body of its example, which nobody can who lacks it. */
export const HANDED_ON: Readonly<Record<string, readonly Scope[]>> = {
  'POST /v1/api-keys': ['deployments:read', 'deployments:write'],
  'POST /v1/invitations': SCOPES,
  'PATCH /v1/people/{personId}': SCOPES,
  'POST /v1/people/{personId}/sign-in-links': SCOPES,
};
