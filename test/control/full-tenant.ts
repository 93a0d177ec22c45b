import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvitationsService } from '../../src/auth/index.js';
import { fromDbEnvironment } from '../../src/common/access/index.js';
import { newId } from '../../src/common/ids/index.js';
import { EventsService } from '../../src/webhooks/index.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { createPerson, PASSWORD } from '../support/people.js';
import type { Operation } from './operations.js';

/** Nothing listens there (RFC 863, discard), and tests may reach no other machine. */
const NOBODYS_ADDRESS = 'http://127.0.0.1:9/hook';

/** Settings with which tenants can have everything, and as much of it as a test makes. */
export const FULL_TENANT_SETTINGS = {
  API_KEY_RATE_LIMIT: '0',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_ENDPOINTS_PER_ACCOUNT: '100000',
  ALERT_RULES_PER_ACCOUNT: '100000',
  PROVIDER_ALLOW_PRIVATE_NETWORKS: 'true',
  PROVIDERS_PER_ACCOUNT: '1000',
  PROVIDER_TESTS_PER_MINUTE: '10000',
  SIP_TRUNKS_PER_ACCOUNT: '1000',
  SIP_ALLOW_PRIVATE_NETWORKS: 'true',
  TEST_SETS_MAX_PER_AGENT: '1000',
  TEST_CASES_MAX_PER_SET: '1000',
  TEXT_CHATS_PER_ACCOUNT: '100000',
  KNOWLEDGE_TOPICS_PER_AGENT: '10000',
  KNOWLEDGE_DOCUMENTS_PER_AGENT: '10000',
  TEXT_CHAT_MAX_TURNS: '10000',
  SIGN_IN_FAILURES_PER_ADDRESS: '0',
  SIGN_IN_FAILURES_PER_EMAIL: '0',
} as const;

/** A value for each parameter of each path of the API, by its name. */
export type Ids = Readonly<Record<string, string>>;

/** An account that has one of everything that has an id. */
export interface FullTenant extends TestAccount {
  /** A key with all scopes. */
  readonly key: string;
  readonly ids: Ids;
}

export async function createFullTenant(service: TestApp): Promise<FullTenant> {
  const account = await service.createAccount();
  const key = await service.createKey(account);
  return { ...account, key, ids: await addEverything(service, account, key) };
}

/** Gives an account one more of everything. */
export async function addEverything(service: TestApp, account: TestAccount, key: string): Promise<Ids> {
  const call = httpClient(service.baseUrl);
  const make = async (url: string, body: object) => {
    const { status, body: made } = await call('POST', url, { key, body });
    if (status >= 300) throw new Error(`POST ${url} was answered ${status}: ${JSON.stringify(made)}`);
    return made;
  };
  const { accountId } = account;
  const { agentId } = await make(`/v1/accounts/${accountId}/agents`, { name: 'Front desk' });
  const agent = `/v1/agents/${agentId}`;
  // Its chats need no model.
  const models = { traditional: { llm: { provider: 'starter' } } };
  await call('PATCH', `${agent}/draft`, { key, body: { revision: 1, document: { models } } });
  const turns = [{ expect: [{ kind: 'contains', text: 'hello' }] }];
  const testSet = { name: 'Reception', enabled: false, cases: [{ name: 'Greeting', turns }] };
  const made = {
    accountId,
    agentId: agentId as string,
    keyId: (await make('/v1/api-keys', { name: 'Spare', scopes: ['agents:read'] })).id as string,
    deploymentId: (await make(`${agent}/deployments/publish`, {})).deployment.id as string,
    connectorId: (await make(`${agent}/telephony/connectors`, { name: 'Widget' })).connectorId as string,
    ...testSetIds(await make(`${agent}/test-sets`, testSet)),
    endpointId: (await make('/v1/webhook-endpoints', ENDPOINT)).id as string,
    ruleId: (await make('/v1/alert-rules', RULE)).id as string,
  };
  await make(`${agent}/deployments/publish`, { rollout: { steps: [{ share: 5, calls: 50 }] } });
  const gated = await addGates(call, agent, key, made.deploymentId);
  const { body: rolledOut } = await call('GET', `${agent}/rollouts`, { key });
  const phoneNumber = `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`;
  await make(`${agent}/telephony/phone-numbers`, { phoneNumbers: [phoneNumber], clientEnv: 'sandbox' });
  const { connectorId } = made;
  const { callTokenId } = await make(`${agent}/telephony/connectors/${connectorId}/call-tokens`, {});
  await call('PATCH', `${agent}/telephony/phone-numbers/${phoneNumber}`, { key, body: { connectorId } });
  const login = { username: newId('trk'), password: newId('trk') };
  const trunk = { name: 'PBX', ...login, host: '127.0.0.1', port: 9, allowedPrefixes: ['+44'] };
  const { trunkId } = await make('/v1/telephony/trunks', trunk);
  const secretName = `KEY_${newId('acc').slice(-10)}`;
  await call('PUT', `/v1/secrets/${secretName}`, { key, body: { value: 'v', allowedHosts: ['a.example'] } });
  const providerName = `p-${newId('acc').slice(-10).toLowerCase()}`;
  await call('PUT', `/v1/providers/${providerName}`, { key, body: PROVIDER });
  const { personId, email } = await createPerson(service, account, 'viewer');
  return {
    ...made,
    personId,
    email,
    ...gated,
    invitationId: (await make('/v1/invitations', invitation())).id as string,
    rolloutId: rolledOut.rollouts[0].rolloutId as string,
    secretName,
    phoneNumber,
    callTokenId: callTokenId as string,
    trunkId: trunkId as string,
    providerName,
    clientEnv: 'sandbox',
    callSid: await addOutboundCall(service, accountId, made.agentId, trunkId as string),
    deliveryId: await addDelivery(service, accountId, made.endpointId),
    conversationId: await addConversation(service, accountId, made.agentId),
    testRunId: await addTestRun(service, made),
    topicId: (await make(`${agent}/branches/main/knowledge-base/topics`, { name: 'Breakfast' })).id as string,
    documentId: await addDocument(service, key, agent),
    chatId: (await make(`${agent}/debug-chat`, { clientEnv: 'sandbox' })).conversationId as string,
  };
}

/** In an environment to which nothing else is deployed. */
async function addGates(
  call: ReturnType<typeof httpClient>,
  agent: string,
  key: string,
  deploymentId: string,
): Promise<Ids> {
  const environment = 'pre-release';
  const place = `${agent}/environments/${environment}`;
  await call('PUT', `${place}/gates`, { key, body: { approvals: { people: 10 } } });
  const { body: approved } = await call('POST', `${place}/approvals`, {
    key,
    body: { version: deploymentId },
  });
  const waiting = await call('POST', `${agent}/deployments/publish`, {
    key,
    body: { environment, wait: true },
  });
  const { pendingDeploymentId } = waiting.body.pendingDeployment;
  return { environment, approvalId: approved.approval.approvalId, pendingDeploymentId };
}

async function addDocument(service: TestApp, key: string, agent: string): Promise<string> {
  const url = `${agent}/branches/main/knowledge-base/documents?name=${newId('kdoc')}`;
  const headers = { 'content-type': 'text/plain' };
  const { body } = await httpClient(service.baseUrl)('POST', url, { key, headers, rawBody: 'Be kind.' });
  return body.id as string;
}

/** The documented example of an operation's body, so that it can be sent by such a tenant. */
export async function exampleFor(service: TestApp, operation: Operation, ids: Ids): Promise<unknown> {
  if (typeof operation.body !== 'object' || operation.body === null) return operation.body;
  const body = { ...operation.body };
  const { phoneNumber, connectorId } = ids;
  if ('phoneNumbers' in body) return { ...body, phoneNumbers: [phoneNumber] };
  if ('token' in body) return { ...body, token: await invitationToken(service, ids), password: PASSWORD };
  if ('password' in body) return { ...body, email: ids['email'], password: PASSWORD };
  if ('phoneNumber' in body) return { ...body, phoneNumber };
  if ('connectorId' in body) return { ...body, connectorId };
  // No two accounts have the same addresses.
  if ('allowedAddresses' in body)
    return { ...body, allowedAddresses: [`10.0.${randomInt(256)}.${randomInt(256)}`] };
  if ('toNumber' in body && 'environment' in body)
    return { ...body, environment: await environmentOfNumber(service, ids) };
  if ('url' in body) return { ...body, url: NOBODYS_ADDRESS };
  if ('version' in body) return { ...body, version: ids['deploymentId'] };
  if (!('revision' in body)) return body;
  const draft = await service.prisma.draft.findUnique({ where: { agentId: ids['agentId'] ?? '' } });
  return { ...body, revision: draft?.revision ?? 1 };
}

const invitation = () => ({ email: `${newId('inv').toLowerCase()}@example.test`, role: 'viewer' as const });

/** Of an invitation that nobody has accepted. */
async function invitationToken({ app, prisma }: TestApp, { accountId = '' }: Ids): Promise<string> {
  const actor = { accountId, email: 'a@example.test' };
  const { invitationUrl } = await prisma.$transaction((transaction) =>
    app
      .get(InvitationsService, { strict: false })
      .create(transaction, actor, invitation(), 'http://localhost'),
  );
  return invitationUrl.split('#invitation=')[1] ?? '';
}

/** One that waits, since tests of the API do not phone. */
async function addOutboundCall(
  service: TestApp,
  accountId: string,
  agentId: string,
  trunkId: string,
): Promise<string> {
  const { id } = await service.prisma.outboundCall.create({
    data: {
      id: newId('call'),
      accountId,
      agentId,
      environment: 'sandbox',
      trunkId,
      toNumber: '+442079460123',
      fromNumber: '+442079460000',
      metadata: {},
      ringSeconds: 45,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return id;
}

/** Other operations move the number from which the agent calls. */
async function environmentOfNumber({ prisma }: TestApp, { agentId = '' }: Ids): Promise<string> {
  const number = await prisma.phoneNumber.findFirst({ where: { agentId } });
  return number ? fromDbEnvironment(number.environment) : 'sandbox';
}

const ENDPOINT = { name: 'Pager', url: NOBODYS_ADDRESS, event_types: ['alerts.triggered'] };
const PROVIDER = { preset: 'ollama', url: NOBODYS_ADDRESS, services: { llm: { model: 'm' } } };
const RULE = {
  name: 'Crashes',
  metric: 'call_crashes',
  operator: '>=',
  threshold_value: 1,
  window_duration: '5m',
};

const testSetIds = ({ testSet }: { testSet: { id: string; cases: { id: string }[] } }) => ({
  testSetId: testSet.id,
  testCaseId: testSet.cases[0]?.id ?? '',
});

async function addDelivery({ app, prisma }: TestApp, accountId: string, endpointId: string): Promise<string> {
  const event = { accountId, type: 'alerts.triggered', data: {} } as const;
  await prisma.$transaction((transaction) =>
    app.get(EventsService, { strict: false }).record(transaction, event),
  );
  const { id } = await prisma.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  return id;
}

/** A call that has ended and was recorded; what the recording sounds like nobody asks here. */
async function addConversation(
  { prisma, dataDir }: TestApp,
  accountId: string,
  agentId: string,
): Promise<string> {
  const id = newId('conv');
  const now = new Date();
  const about = { accountId, agentId, sessionId: newId('sess'), instanceId: newId('inst') };
  const where = { target: 'sandbox', environment: 'sandbox' } as const;
  const what = { ...where, mode: 'echo', adapter: 'echo', endReason: 'client-close' };
  const words = {
    id: newId('turn'),
    accountId,
    agentId,
    position: 0,
    speaker: 'caller',
    text: 'Good morning.',
  };
  const turns = { create: [{ ...words, startedAt: now, endedAt: now }] };
  await prisma.conversation.create({ data: { id, ...about, ...what, startedAt: now, endedAt: now, turns } });
  const folder = path.join(dataDir, 'recordings', id.slice(-2));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${id}.ogg`), 'OggS');
  return id;
}

/** A run that is over, so that no instance takes it up. */
async function addTestRun({ prisma }: TestApp, ids: Ids): Promise<string> {
  const { accountId = '', agentId = '', testSetId = '' } = ids;
  const of = { accountId, agentId, testSetId };
  const what = { target: 'draft', version: '0'.repeat(32), mode: 'traditional', cases: [], total: 0 };
  const id = newId('tr');
  await prisma.testRun.create({ data: { id, ...of, ...what, state: 'passed', createdBy: 'a@example.test' } });
  return id;
}
