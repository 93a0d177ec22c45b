import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { newId } from '../../src/common/ids/index.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';
import type { TestAccount, TestApp } from '../support/app.js';
import { httpClient, type HttpRequest } from '../support/http.js';
import { createPerson } from '../support/people.js';

/** The discard port (RFC 863): nothing listens, and tests reach no other machine. */
export const NOBODYS_ADDRESS = 'http://127.0.0.1:9/hook';

/** A value per path parameter of the API. */
export type Ids = Readonly<Record<string, string>>;

/** An agent with the objects created so far. */
interface Place {
  readonly service: TestApp;
  readonly account: TestAccount;
  readonly agentId: string;
  /** Path of the agent. */
  readonly agent: string;
  readonly ids: Ids;
  // The tests say with `toEqual` what a body must be.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  send(method: string, url: string, request: HttpRequest): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  post(url: string, body: object): Promise<any>;
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
const TEST_SET = {
  name: 'Reception',
  enabled: false,
  cases: [{ name: 'Greeting', turns: [{ expect: [{ kind: 'contains', text: 'hello' }] }] }],
};

export const invitation = () => ({
  email: `${newId('inv').toLowerCase()}@example.test`,
  role: 'viewer' as const,
});

/** Creates the object of each parameter, in order of their dependencies. */
const THINGS: Readonly<Record<string, (place: Place) => Promise<Ids>>> = {
  // Its chats need no model.
  chatModel: async ({ send, agent }) => {
    const models = { traditional: { llm: { provider: 'starter' } } };
    await send('PATCH', `${agent}/draft`, { body: { revision: 1, document: { models } } });
    return {};
  },
  keyId: async ({ post }) => ({
    keyId: (await post('/v1/api-keys', { name: 'Spare', scopes: ['agents:read'] })).id,
  }),
  deploymentId: async ({ post, agent }) => ({
    deploymentId: (await post(`${agent}/deployments/publish`, {})).deployment.id,
  }),
  connectorId: async ({ post, agent }) => ({
    connectorId: (await post(`${agent}/telephony/connectors`, { name: 'Widget' })).connectorId,
  }),
  testSetId: async ({ post, agent }) => {
    const { testSet } = await post(`${agent}/test-sets`, TEST_SET);
    return { testSetId: testSet.id, testCaseId: testSet.cases[0].id };
  },
  endpointId: async ({ post }) => ({ endpointId: (await post('/v1/webhook-endpoints', ENDPOINT)).id }),
  ruleId: async ({ post }) => ({ ruleId: (await post('/v1/alert-rules', RULE)).id }),
  rolloutId: addRollout,
  approvalId: addGates,
  phoneNumber: addPhoneNumber,
  callTokenId: async ({ post, agent, ids }) => ({
    callTokenId: (await post(`${agent}/telephony/connectors/${ids['connectorId']}/call-tokens`, {}))
      .callTokenId,
  }),
  trunkId: async ({ post }) => {
    const login = { username: newId('trk'), password: newId('trk') };
    const trunk = { name: 'PBX', ...login, host: '127.0.0.1', port: 9, allowedPrefixes: ['+44'] };
    return { trunkId: (await post('/v1/telephony/trunks', trunk)).trunkId };
  },
  secretName: async ({ send }) => {
    const secretName = `KEY_${newId('acc').slice(-10)}`;
    await send('PUT', `/v1/secrets/${secretName}`, { body: { value: 'v', allowedHosts: ['a.example'] } });
    return { secretName };
  },
  providerName: async ({ send }) => {
    const providerName = `p-${newId('acc').slice(-10).toLowerCase()}`;
    await send('PUT', `/v1/providers/${providerName}`, { body: PROVIDER });
    return { providerName };
  },
  personId: async ({ service, account }) => {
    const { personId, email } = await createPerson(service, account, 'viewer');
    return { personId, email };
  },
  invitationId: async ({ post }) => ({ invitationId: (await post('/v1/invitations', invitation())).id }),
  callSid: addOutboundCall,
  deliveryId: addDelivery,
  conversationId: addConversation,
  commentId: async ({ post, ids }) => ({
    commentId: (await post(`/v1/conversations/${ids['conversationId']}/comments`, { text: 'Well done.' })).id,
  }),
  filterId: async ({ post }) => ({
    filterId: (await post('/v1/saved-filters', { name: newId('sfl'), filter: { days: 7 } })).id,
  }),
  testRunId: addTestRun,
  topicId: async ({ post, agent }) => ({
    topicId: (await post(`${agent}/branches/main/knowledge-base/topics`, { name: newId('top') })).id,
  }),
  documentId: addDocument,
  chatId: async ({ post, agent }) => ({
    chatId: (await post(`${agent}/debug-chat`, { clientEnv: 'sandbox' })).conversationId,
  }),
};

/** Objects that can be deleted without affecting others. */
export const SEPARATE_THINGS: readonly string[] = [
  ...['keyId', 'connectorId', 'testSetId', 'endpointId', 'ruleId', 'phoneNumber', 'callTokenId', 'trunkId'],
  ...['secretName', 'providerName', 'personId', 'invitationId', 'callSid', 'conversationId', 'topicId'],
  ...['documentId', 'commentId', 'filterId'],
];

/** Objects for a separate rollout, in this order. */
export const OF_ROLLOUTS: readonly string[] = ['deploymentId', 'rolloutId'];

/** The same for an environment with gates, a pending deployment and an experiment. */
export const OF_GATES: readonly string[] = ['deploymentId', 'approvalId'];

export const ALL_THINGS: readonly string[] = Object.keys(THINGS);

/** Creates a path parameter's object. @returns All ids so far. */
export async function addThing(
  service: TestApp,
  account: TestAccount,
  key: string,
  ids: Ids,
  name: string,
): Promise<Ids> {
  const call = httpClient(service.baseUrl);
  const agentId = ids['agentId'] ?? '';
  const send: Place['send'] = async (method, url, request) => {
    const { status, body } = await call(method, url, { key, ...request });
    if (status >= 300) throw new Error(`${method} ${url} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const post: Place['post'] = (url, body) => send('POST', url, { body });
  const place = { service, account, agentId, agent: `/v1/agents/${agentId}`, ids, send, post };
  return { ...ids, ...(await THINGS[name]?.(place)) };
}

async function addRollout({ send, post, agent }: Place): Promise<Ids> {
  await post(`${agent}/deployments/publish`, { rollout: { steps: [{ share: 5, calls: 50 }] } });
  const { rollouts } = await send('GET', `${agent}/rollouts`, {});
  return { rolloutId: rollouts[0].rolloutId };
}

/** In an environment without later deployments, with an experiment. */
async function addGates({ send, post, agent, ids }: Place): Promise<Ids> {
  const environment = 'pre-release';
  const gated = `${agent}/environments/${environment}`;
  await post(`${agent}/deployments/publish`, { environment });
  const arms = ['as it is', 'short'].map((name) => ({ name, weight: 1 }));
  await send('PUT', `${gated}/experiment`, { body: { arms } });
  await send('PUT', `${gated}/gates`, { body: { approvals: { people: 10 } } });
  const { approval } = await post(`${gated}/approvals`, { version: ids['deploymentId'] });
  const { pendingDeployment } = await post(`${agent}/deployments/publish`, { environment, wait: true });
  const { pendingDeploymentId } = pendingDeployment;
  return { environment, approvalId: approval.approvalId, pendingDeploymentId };
}

async function addPhoneNumber({ send, post, agent, ids: { connectorId } }: Place): Promise<Ids> {
  const phoneNumber = `+442079${String(randomInt(1_000_000)).padStart(6, '0')}`;
  await post(`${agent}/telephony/phone-numbers`, { phoneNumbers: [phoneNumber], clientEnv: 'sandbox' });
  await send('PATCH', `${agent}/telephony/phone-numbers/${phoneNumber}`, { body: { connectorId } });
  return { phoneNumber };
}

async function addDocument({ send, agent }: Place): Promise<Ids> {
  const url = `${agent}/branches/main/knowledge-base/documents?name=${newId('kdoc')}`;
  const headers = { 'content-type': 'text/plain' };
  return { documentId: (await send('POST', url, { headers, rawBody: 'Be kind.' })).id };
}

/** A queued one, since API tests place no calls. */
async function addOutboundCall({ service, account, agentId, ids }: Place): Promise<Ids> {
  const { id } = await service.prisma.outboundCall.create({
    data: {
      id: newId('call'),
      accountId: account.accountId,
      agentId,
      environment: 'sandbox',
      trunkId: ids['trunkId'] ?? '',
      toNumber: '+442079460123',
      fromNumber: '+442079460000',
      metadata: {},
      ringSeconds: 45,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return { callSid: id };
}

async function addDelivery({ service, account, ids }: Place): Promise<Ids> {
  const { prisma } = service;
  await webhookFixture(service).recordEvent(account);
  const { id } = await prisma.webhookDelivery.findFirstOrThrow({ where: { endpointId: ids['endpointId'] } });
  return { deliveryId: id };
}

/** An ended call with a recording of arbitrary content. */
async function addConversation({ service, account, agentId }: Place): Promise<Ids> {
  const { prisma, dataDir } = service;
  const { accountId } = account;
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
  const content = gzipSync('');
  await prisma.turnTrace.create({ data: { conversationId: id, part: 1, content } });
  return { conversationId: id };
}

/** A finished run, so that no instance picks it up. */
async function addTestRun({ service, account, agentId, ids }: Place): Promise<Ids> {
  const of = { accountId: account.accountId, agentId, testSetId: ids['testSetId'] ?? '' };
  const what = { target: 'draft', version: '0'.repeat(32), mode: 'traditional', cases: [], total: 0 };
  const id = newId('tr');
  await service.prisma.testRun.create({
    data: { id, ...of, ...what, state: 'passed', createdBy: 'a@example.test' },
  });
  return { testRunId: id };
}
