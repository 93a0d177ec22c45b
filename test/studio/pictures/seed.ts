import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { TestAccount, TestApp } from '../../support/app.js';
import { httpClient } from '../../support/http.js';
import { createPerson, type TestPerson } from '../../support/people.js';
import { until } from '../../support/until.js';
import { beginExperiment, beginRollout } from './seed-comparisons.js';
import { seedDeliveries } from './seed-deliveries.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  languageCode: 'en-GB',
  timeZone: 'Europe/London',
  greeting: 'Good day, {{call.name | and welcome}}, this is the Harbour Hotel. How can I help you?',
  prompt:
    'You are the front desk of the Harbour Hotel. You tell about rooms, breakfast and the way here, and take bookings: from when, for how ' +
    'many nights, under which name. Repeat a booking before you confirm it.\n\nYou speak on the telephone: one or two short sentences.',
  fallbackReply: 'Sorry, I did not catch that. Could you say it in other words?',
  intents: [
    {
      name: 'check-in',
      examples: ['when can we check in', 'how late is check in'],
      reply: 'From three in the afternoon until midnight.',
    },
  ],
  tools: [
    {
      name: 'find_room',
      description: 'Finds free rooms.',
      parameters: {
        type: 'object',
        properties: { from: { type: 'string' }, nights: { type: 'integer' } },
        required: ['from', 'nights'],
      },
      http: { method: 'POST', url: 'https://booking.example.com/rooms/search' },
      filler: { afterMs: 800, say: ['One moment, I am looking.'] },
    },
  ],
  turnTaking: { endpointingMinMs: 300, endpointingMaxMs: 1_500 },
};

/** Ids in the screenshots' addresses, by name. */
export interface Seeded {
  readonly owner: TestPerson;
  readonly ids: Readonly<Record<string, string>>;
}

/** A hotel after two weeks of Earshot. @param modelUrl Address of its language model. */
export async function seed(service: TestApp, account: TestAccount, modelUrl: string): Promise<Seeded> {
  const key = await service.createKey(account);
  const make = maker(service, key);
  const owner = await people(service, account);
  await make('PUT', '/v1/providers/openai', {
    ...{ preset: 'openai', url: modelUrl, apiKey: 'sk-harbour' },
    services: { llm: {}, stt: {}, tts: {}, embeddings: {} },
  });
  await make('POST', '/v1/providers/openai/test');
  const agentIds = await makeAgents(service, account);
  const [agentId = ''] = agentIds;
  const agent = `/v1/agents/${agentId}`;
  const topicId = await addDocument(service, key, agent);
  for (const topic of TOPICS) await make('POST', `${agent}/branches/main/knowledge-base/topics`, topic);
  await publishAll(make, agent);
  await make('POST', `${agent}/telephony/connectors`, {
    name: 'Website',
    publicAccess: { origins: ['https://www.harbour.example'] },
  });
  await make('POST', `${agent}/telephony/phone-numbers`, {
    phoneNumbers: ['+442071838750'],
    clientEnv: 'live',
  });
  for (const [method, url, body] of OTHERS) await make(method, url, body);
  const conversationId = await service
    .module<typeof import('./seed-calls.js')>('test/studio/pictures/seed-calls.ts')
    .makeCalls(account.accountId, agentIds, topicId);
  const { testSet } = await make('POST', `${agent}/test-sets`, TEST_SET);
  const testSetId = String(testSet.id);
  const testRunId = await runTests(make, agent, testSetId);
  await letTimePass(service, account);
  const [, rolledOut = '', compared = ''] = agentIds;
  await beginExperiment({ service, account, make, agentId: compared });
  const rolloutId = await beginRollout({ service, account, make, agentId: rolledOut });
  const { id: endpointId } = await service.prisma.webhookEndpoint.findFirstOrThrow({});
  await seedDeliveries(service.prisma, account.accountId, endpointId);
  const ids = { agentId, conversationId, testSetId, testRunId, rolledOut, compared, rolloutId, endpointId };
  return { owner, ids };
}

type Make = ReturnType<typeof maker>;

/** @returns A function for requests that must succeed. */
function maker(service: TestApp, key: string) {
  const call = httpClient(service.baseUrl);
  return async (method: string, url: string, body?: object) => {
    const { status, body: made } = await call(method, url, { key, ...(body && { body }) });
    if (status >= 300) throw new Error(`${method} ${url} was answered ${status}: ${JSON.stringify(made)}`);
    return made;
  };
}

/** The owner, two employees and an invited person. */
async function people(service: TestApp, account: TestAccount): Promise<TestPerson> {
  const owner = await createPerson(service, account);
  const all = [
    [owner, 'Ada Byron', account.email],
    [await createPerson(service, account, 'editor'), 'Grace Hopper', 'grace@harbour.example'],
    [await createPerson(service, account, 'viewer'), 'Alan Turing', 'alan@harbour.example'],
  ] as const;
  for (const [{ personId: id }, name, email] of all)
    await service.prisma.person.update({ where: { id }, data: { name, email } });
  return { ...owner, email: account.email };
}

/** Deploys two versions of the agent; its draft is a third. */
async function publishAll(make: Make, agent: string): Promise<void> {
  for (const [environment, deploymentMessage, greeting] of DEPLOYMENTS) {
    const { revision } = await make('GET', `${agent}/draft`);
    await make('PATCH', `${agent}/draft`, { revision, document: { greeting } });
    await make('POST', `${agent}/deployments/publish`, { environment, deploymentMessage });
  }
  const { revision } = await make('GET', `${agent}/draft`);
  const document = { greeting: 'Good day, the Harbour Hotel. What can I do for you?' };
  await make('PATCH', `${agent}/draft`, { revision, document });
}

const TOPICS = [
  {
    name: 'Rooms',
    content: '# Rooms\n\nDouble rooms with a view of the sea, family rooms for four, one suite.',
  },
  {
    name: 'Getting here',
    content: '# By train\n\nTen minutes on foot from the station, along the water.',
  },
];

/** Spreads creation times over two weeks. */
async function letTimePass({ prisma }: TestApp, { accountId }: TestAccount): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const deployments = await prisma.deployment.findMany({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
  });
  for (const [at, { id }] of deployments.entries())
    await prisma.deployment.update({ where: { id }, data: { createdAt: ago(13 - 6 * at) } });
  const agents = await prisma.agent.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
  for (const [at, { id }] of agents.entries())
    await prisma.agent.update({ where: { id }, data: { createdAt: ago(14 - at), updatedAt: ago(at * 3) } });
}

async function runTests(make: Make, agent: string, testSetId: string): Promise<string> {
  const { testRun } = await make('POST', `${agent}/test-sets/${testSetId}/runs`, { target: 'draft' });
  const isOver = async () => {
    const { testRun: now } = await make('GET', `/v1/test-runs/${testRun.id}`);
    return ['passed', 'failed'].includes(now.state);
  };
  await until('the tests are over', isOver, 60_000);
  return String(testRun.id);
}

const DEPLOYMENTS = [
  ['live', 'First version', 'Harbour Hotel, good day.'],
  ['live', 'A warmer greeting, heard by the night shift', 'Good day, this is the Harbour Hotel.'],
  ['sandbox', 'Offers help at once', 'Good day, this is the Harbour Hotel. How can I help you?'],
] as const;

const TEST_SET = {
  name: 'What must always work',
  enabled: true,
  cases: [
    { name: 'Greets with the name', turns: [{ expect: [{ kind: 'contains', text: 'Harbour' }] }] },
    {
      name: 'Knows when to check in',
      turns: [
        { expect: [] },
        { say: 'When can we check in?', expect: [{ kind: 'contains', text: 'three' }] },
      ],
    },
    {
      name: 'Does not promise a pool',
      turns: [{ expect: [] }, { say: 'Is there a pool?', expect: [{ kind: 'contains', text: 'no pool' }] }],
    },
  ],
};

const OTHERS: readonly (readonly [string, string, object])[] = [
  ['PUT', '/v1/secrets/BOOKING_KEY', { value: 'v', allowedHosts: ['booking.example.com'] }],
  [
    'POST',
    '/v1/telephony/trunks',
    {
      name: 'Carrier',
      host: 'sip.carrier.example',
      username: 'harbour',
      password: 'a-long-one-of-ours',
      allowedPrefixes: ['+44'],
    },
  ],
  [
    'POST',
    '/v1/alert-rules',
    {
      ...{ name: 'Answers are slow', metric: 'turn_latency_p95', operator: '>' },
      ...{ threshold_value: 2_000, window_duration: '5m' },
    },
  ],
  [
    'POST',
    '/v1/webhook-endpoints',
    { name: 'Pager', url: 'https://pager.example.com/earshot', event_types: ['alerts.triggered'] },
  ],
  ['POST', '/v1/api-keys', { name: 'Booking system', scopes: ['conversations:read'] }],
];

async function makeAgents(service: TestApp, account: TestAccount): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Front desk', 'Restaurant', 'Night line']) {
    const id = await service.createAgent(account, DOCUMENT);
    await service.prisma.agent.update({ where: { id }, data: { name } });
    ids.push(id);
  }
  return ids;
}

/** @returns The resulting topic. */
async function addDocument(service: TestApp, key: string, agent: string): Promise<string> {
  const rawBody =
    '# Breakfast\n\nFrom seven until eleven.\n\n# Parking\n\nBehind the house, 12 pounds a night.\n';
  const url = `${agent}/branches/main/knowledge-base/documents?name=handbook.md`;
  const headers = { 'content-type': 'text/markdown' };
  const { status, body } = await httpClient(service.baseUrl)('POST', url, { key, headers, rawBody });
  if (status >= 300) throw new Error(`The document was answered ${status}: ${JSON.stringify(body)}`);
  return String(body.id ?? body.document?.id ?? 'doc');
}
