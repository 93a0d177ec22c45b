import type { AgentDocument } from '../../src/agent-document/index.js';
import { newId } from '../../src/common/ids/index.js';
import { createTestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { OPERATOR_TOKEN } from '../support/service/settings.js';
import { SignalingClient } from '../support/signaling-client.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { CalledPhone } from '../telephony/support/called-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from '../telephony/support/phone-fixture.js';
import { RawPhone } from '../telephony/support/raw-phone.js';
import { RtpEar } from '../telephony/support/rtp-ear.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';

const CALLED = '+442079460123';
const GOODBYE = 'We are closed. Goodbye.';
const CALLS_REFUSED =
  'The account of this agent is suspended, so the agent takes no calls. Its owner can ask the operator of this service.';
/** No silence prompts. */
const turnTaking = { noInputPromptMs: 0, hangUpAfterSilenceMs: 0 };
const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello there.',
  languageCode: 'en-US',
  failure: { goodbye: GOODBYE },
  turnTaking,
};

interface Orderer {
  readonly accountId: string;
  readonly agentId: string;
  readonly trunkId: string;
}

let fixture: PhoneFixture;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  fixture = await createPhoneFixture(agent, {
    env: {
      OPERATOR_TOKEN,
      ALLOW_PRIVATE_NETWORKS: 'sip,webhooks',
    },
    overrides: {
      outboundCalls: { pollMs: 100, leaseMs: 2_000, firstAnswerMs: 0 },
      webhooks: { pollIntervalMs: 50 },
    },
  });
  receiver = await startReceiver();
  const { app, account, agentId } = fixture;
  await publish(app, account, agentId, 'sandbox');
  token = await app.createConnector(account, agentId, 'sandbox');
});
afterAll(async () => {
  await fixture?.close();
  await receiver?.close();
});
afterEach(() => standing('DELETE'));

/** Suspends (PUT) or resumes (DELETE) the account as the operator. */
async function standing(method: 'PUT' | 'DELETE') {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const body = method === 'PUT' ? { reason: 'The invoice of March is open.' } : undefined;
  const call = httpClient(fixture.app.baseUrl);
  const answer = await call(method, `/v1/accounts/${fixture.account.accountId}/suspension`, {
    headers,
    body,
  });
  expect(answer.status).toBe(200);
}

const recordOf = (where: { sessionId: string } | { callSid: string }) =>
  until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({
      where: { ...where, endedAt: { not: null } },
      include: { turns: { orderBy: { position: 'asc' } } },
    }),
  );

const said = ({ turns }: Awaited<ReturnType<typeof recordOf>>) => turns.map(({ text }) => text);

describe('when an account is suspended', () => {
  it('plays goodbye to web callers, ends their calls and still delivers events', async () => {
    const url = `${receiver.baseUrl}/hook`;
    const endpoint = { name: 'calls', url, enabled: true, event_types: ['conversation.ended'] };
    expect((await fixture.request('POST', '/v1/webhook-endpoints', endpoint)).status).toBe(201);
    const call = await SpokenCall.begin(fixture.app.baseUrl, token, { mode: 'end-to-end' });
    try {
      await call.listen();
      const suspendedMs = performance.now();
      await standing('PUT');
      const { samples, sampleRateHz } = await call.listen(suspendedMs);
      expect(samples.length / sampleRateHz).toBeGreaterThan(1);
      await call.closedByServer();
      const record = await recordOf({ sessionId: call.sessionId });
      expect(record).toMatchObject({ endReason: 'account-suspended', crashed: false });
      expect(said(record)).toEqual(['Hello there.', GOODBYE]);
      const { body } = await until('the webhook is delivered', () => receiver.requests[0]);
      expect(JSON.parse(body)).toMatchObject({
        type: 'conversation.ended',
        data: { conversation: { endReason: 'account-suspended' } },
      });
    } finally {
      call.hangUp();
    }
  });

  it('refuses new web callers until it is resumed', async () => {
    await standing('PUT');
    const signaling = await SignalingClient.connect(fixture.app.baseUrl);
    const peer = new WebRtcClient();
    try {
      const sdp = await peer.createOffer();
      const refused = await signaling.offer(sdp, token, { mode: 'end-to-end' });
      expect([refused.type, refused.data]).toEqual([
        'error',
        expect.objectContaining({ code: 'FORBIDDEN', message: CALLS_REFUSED }),
      ]);
      await standing('DELETE');
      expect((await signaling.offer(sdp, token, { mode: 'end-to-end' })).type).toBe('answer');
    } finally {
      signaling.close();
      peer.close();
    }
  });

  it('applies to a starting instance before its first request', async () => {
    await standing('PUT');
    const started = await createTestApp({ databaseUrl: fixture.app.databaseUrl });
    try {
      const key = await fixture.app.createKey(fixture.account);
      const { status, body } = await httpClient(started.baseUrl)('GET', '/v1/account', { key });
      expect([status, body.error_code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    } finally {
      await started.close();
    }
  });

  it('plays goodbye to phone callers, hangs up and refuses new ones', async () => {
    const { host, port } = fixture;
    const phone = await RawPhone.open(host, { host, port });
    const late = await RawPhone.open(host, { host, port });
    const ear = await RtpEar.open(host);
    try {
      phone.invite(NUMBER, [], phone.sdp('sendrecv', ear.port));
      await phone.answered('INVITE', 200);
      phone.ack(NUMBER);
      await until('the agent is heard', () => ear.heard.length > 10);
      await standing('PUT');
      await until('it is hung up', () => phone.received.some((text) => text.startsWith('BYE ')), 20_000);
      const record = await recordOf({ callSid: phone.callId });
      expect(record.endReason).toBe('account-suspended');
      expect(said(record).at(-1)).toBe(GOODBYE);
      late.invite(NUMBER);
      const { text } = await late.answered('INVITE', 403);
      expect(text).toContain(`Reason: Q.850;cause=21;text="${CALLS_REFUSED}"`);
    } finally {
      for (const each of [phone, late, ear]) each.close();
    }
  });

  it('cancels ringing outbound calls and dials queued ones after resumption', async () => {
    let isAnswering = false;
    const peer = await CalledPhone.open((one, invite) => {
      one.answer(invite, 180);
      if (isAnswering) one.pickUp(invite);
    });
    try {
      const trunk = { host: peer.host, port: peer.port, allowedPrefixes: ['+44'] };
      await fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, trunk);
      const { agentId, trunkId, account } = fixture;
      const own = { ...account, agentId, trunkId };
      const ringing = await order(own);
      await peer.came('INVITE');
      await standing('PUT');
      const cancel = await peer.came('CANCEL');
      peer.answer(cancel, 200);
      peer.answer(peer.requests('INVITE').at(-1) ?? '', 487);
      await until('it is given up', async () => (await orderOf(ringing))?.endedAt);
      expect(await orderOf(ringing)).toMatchObject({ status: 'FAILURE', reason: 'account_suspended' });

      isAnswering = true;
      const waiting = await order(own);
      const other = await order(await anotherOrderer());
      await until('the order of another account is looked at', async () => (await orderOf(other))?.endedAt);
      expect(await orderOf(waiting)).toMatchObject({ status: 'QUEUED', owner: null });
      await standing('DELETE');
      await until('it is answered', async () => (await orderOf(waiting))?.status === 'SUCCESS');
      peer.bye(peer.requests('INVITE').at(-1) ?? '');
    } finally {
      peer.close();
    }
  });
});

const orderOf = (id: string) => fixture.app.prisma.outboundCall.findUnique({ where: { id } });

/** Orders an outbound call through the trunk. */
async function order({ accountId, agentId, trunkId }: Orderer): Promise<string> {
  const id = newId('call');
  await fixture.app.prisma.outboundCall.create({
    data: {
      ...{ id, accountId, agentId, environment: 'live', trunkId },
      ...{ toNumber: CALLED, fromNumber: NUMBER, metadata: {}, ringSeconds: 60 },
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  return id;
}

/** An account without a trunk, whose orders fail at once. */
async function anotherOrderer(): Promise<Orderer> {
  const account = await fixture.app.createAccount();
  return { ...account, agentId: await fixture.app.createAgent(account), trunkId: 'trunk_none' };
}
