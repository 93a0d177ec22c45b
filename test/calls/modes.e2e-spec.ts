import type { AgentDocument } from '../../src/agent-document/index.js';
import { OpenAiStandIn, RealtimeStandIn } from '../stand-ins/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { useModel } from '../support/account-model.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

type Models = NonNullable<AgentDocument['models']>;
type Have = 'both' | 'the stages' | 'neither';

const STAGES: Models = { traditional: { llm: { provider: 'mind' } } };
const ONE_MODEL: Models = { endToEnd: { provider: 'live' } };
const PROMPT = { prompt: 'You take bookings.' };

let service: TestApp;
let llm: OpenAiStandIn;
let realtime: RealtimeStandIn;

beforeAll(async () => {
  service = sharedApp();
  [llm, realtime] = await Promise.all([OpenAiStandIn.start(), RealtimeStandIn.start()]);
});
afterAll(async () => {
  await service?.close();
  await llm?.close();
  await realtime?.close();
});

/** An agent of an account with these providers, and its token. */
async function agentWith(have: Have, document: Partial<AgentDocument>) {
  const account = await service.createAccount();
  const key = await service.createKey(account);
  if (have !== 'neither') await useModel(service, key, llm.url, 'mind');
  if (have === 'both') {
    const url = realtime.url.replace(/^ws(.*)\/realtime$/, 'http$1');
    const body = { preset: 'openai-compatible', url, services: { endToEnd: { model: 'm' } } };
    const { status } = await httpClient(service.baseUrl)('PUT', '/v1/providers/live', { key, body });
    expect(status).toBe(200);
  }
  const agentId = await service.createAgent(account, { schemaVersion: 1, greeting: 'Hello.', ...document });
  await publish(service, account, agentId, 'sandbox');
  return service.createConnector(account, agentId, 'sandbox');
}

/** The recorded mode and adapter of a call, or its error. */
async function calledWith(token: string, fields: object) {
  const [signaling, peer] = [await SignalingClient.connect(service.baseUrl), new WebRtcClient()];
  try {
    const { sessionId, type, data } = await signaling.offer(await peer.createOffer(), token, fields);
    if (type === 'error') return data;
    const { mode, adapter } = await until('the call is on record', () =>
      service.prisma.conversation.findFirst({ where: { sessionId } }),
    );
    return [mode, adapter];
  } finally {
    signaling.close();
    peer.close();
  }
}

it.each<[string, Have, Partial<AgentDocument>, [string, string]]>([
  ['of one model', 'both', { ...PROMPT, models: ONE_MODEL }, ['end-to-end', 'realtime']],
  ['of stages', 'both', { ...PROMPT, models: STAGES }, ['traditional', 'cascade']],
  ['of both', 'both', { ...PROMPT, models: { ...STAGES, ...ONE_MODEL } }, ['end-to-end', 'realtime']],
  ['that names no model, with both configured', 'both', PROMPT, ['end-to-end', 'realtime']],
  ['that names no model, with a language model', 'the stages', PROMPT, ['traditional', 'cascade']],
  ['that needs no model', 'neither', {}, ['end-to-end', 'starter']],
  [
    'of keyless stages',
    'neither',
    { models: { traditional: { llm: { provider: 'starter' } } } },
    ['traditional', 'starter'],
  ],
])('a call without a mode uses what an agent %s has', async (_what, have, document, answers) => {
  const token = await agentWith(have, document);
  expect(await calledWith(token, {})).toEqual(answers);
  expect(await calledWith(token, { mode: null })).toEqual(answers);
});

it('uses the first configured provider for a mode the document leaves open', async () => {
  const token = await agentWith('both', { ...PROMPT, models: STAGES });
  expect(await calledWith(token, { mode: 'end-to-end' })).toEqual(['end-to-end', 'realtime']);
});

it('rejects an unserved mode and lists the served ones', async () => {
  const token = await agentWith('the stages', { ...PROMPT, models: STAGES });
  expect(await calledWith(token, { mode: 'realtime' })).toEqual({
    code: 'AGENT_FAILURE',
    message: expect.stringMatching(/mode end-to-end\. .*: traditional\.$/),
  });
  expect(await calledWith(token, { mode: 'cascaded' })).toEqual(['traditional', 'cascade']);
});
