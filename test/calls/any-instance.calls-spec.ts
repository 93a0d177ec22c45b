import type { InstanceLease } from '../../src/cluster/index.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { closedAddress } from './support/closed-address.js';
import { activeAt } from './support/two-instances.js';

describe('call reached through another instance', () => {
  let model: OpenAiStandIn;
  let here: TestApp;
  let there: TestApp;
  let call: ReturnType<typeof httpClient>;
  let token: string;
  let key: string;
  const callers: CarriedCaller[] = [];

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: () => ({ kind: 'say', text: 'Yes.' }) });
    const env = {
      LLM_URL: model.url,
      STT_URL: model.url,
      TTS_URL: model.url,
      RECORDINGS_ENABLED: 'true',
    };
    const overrides = { conversations: { flushIntervalMs: 20 } };
    here = await createTestApp({ env, overrides });
    // Both instances share recording storage.
    const shared = { ...env, DATA_DIR: here.dataDir };
    there = await createTestApp({ env: shared, overrides, databaseUrl: here.databaseUrl });
    call = httpClient(there.baseUrl);
    const account = await here.createAccount();
    key = await here.createKey(account);
    token = await here.createConnector(account, await published(account), 'sandbox');
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
    await model?.close();
  });

  async function published(account: TestAccount): Promise<string> {
    const agentId = await here.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      models: { traditional: { llm: { provider: 'openai' } } },
    });
    await publish(here, account, agentId, 'sandbox');
    return agentId;
  }

  /** A caller greeted here, and its record's id. */
  async function called(): Promise<{ caller: CarriedCaller; id: string }> {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    const { sessionId } = caller;
    const { id } = await until('it is on record', () =>
      here.prisma.conversation.findUnique({ where: { sessionId } }),
    );
    return { caller, id };
  }

  const isClosed = ({ frames }: CarriedCaller) => frames.some(({ type }) => type === 'close');

  it('is readable with its transcript while live', async () => {
    const { caller, id } = await called();
    await caller.ask('Are you there?');
    const record = await until('it is on record', async () => {
      const { body } = await call('GET', `/v1/conversations/${id}`, { key });
      const { turns, endedAt } = body.conversation as { turns: { text: string }[]; endedAt: unknown };
      return turns.length === 3 && turns[2]?.text === 'Yes.' ? { turns, endedAt } : undefined;
    });
    expect(record.turns.map(({ text }) => text)).toEqual(['Hello.', 'Are you there?', 'Yes.']);
    expect(record.endedAt).toBeNull();
  });

  it('can be hung up with permission, but not deleted before', async () => {
    const { caller, id } = await called();
    const refused = await call('DELETE', `/v1/conversations/${id}`, { key });
    expect([refused.status, refused.body.error_code]).toEqual([409, 'CONVERSATION_IN_PROGRESS']);
    const foreign = await here.createKey(await here.createAccount());
    expect((await call('POST', `/v1/conversations/${id}/hang-up`, { key: foreign })).status).toBe(404);
    expect(isClosed(caller)).toBe(false);
    expect((await call('POST', `/v1/conversations/${id}/hang-up`, { key })).status).toBe(204);
    await until('its client is told', () => isClosed(caller));
    await until('it is over', () =>
      here.prisma.conversation.findFirst({ where: { id, endReason: 'hung-up' } }),
    );
  });

  it('is deleted with its recording in a shared folder', async () => {
    const { caller, id } = await called();
    await caller.ask('Are you there?');
    caller.hangUp();
    await until('it is over', () =>
      here.prisma.conversation.findFirst({ where: { id, endedAt: { not: null } } }),
    );
    const parts = () =>
      here
        .module<typeof import('./support/in-service.js')>('test/calls/support/in-service.ts')
        .recordedParts(id);
    await until('it is recorded', async () => (await parts()).length > 0);
    expect((await call('DELETE', `/v1/conversations/${id}`, { key })).status).toBe(204);
    expect((await call('GET', `/v1/conversations/${id}`, { key })).status).toBe(404);
    await until('the recording is gone', async () => (await parts()).length === 0);
  });

  /** The answers there to each frame except `offer` and `close`. */
  async function answersThere(sessionId: string, authToken?: unknown, socket?: SignalingClient) {
    const client = socket ?? (await SignalingClient.connect(there.baseUrl));
    const answers: unknown[] = [];
    for (const frame of [
      { type: 'text', data: { text: 'Who is there?' } },
      { type: 'context', data: { text: 'Nobody.' } },
      { type: 'ice-candidate', data: { candidate: '' } },
    ]) {
      const seen = client.received.length;
      client.send({ ...frame, sessionId, authToken });
      const { type, data } = await client.next(() => true, seen);
      answers.push([type, data?.['code'], data?.['message']]);
    }
    if (!socket) client.close();
    return answers;
  }

  const unknown = Array(3).fill(['error', 'INVALID_ARGUMENT', 'There is no such session.']);
  const elsewhere = Array(3).fill([
    'error',
    'INVALID_ARGUMENT',
    expect.stringContaining('Send its offer here'),
  ]);

  it('is hidden from frames without proof of ownership or while its own socket is connected', async () => {
    const { caller, id } = await called();
    const { sessionId } = caller;
    const others = await here.createAccount();
    const theirs = await here.createConnector(others, await published(others), 'sandbox');
    const stolen = await SignalingClient.connect(there.baseUrl);
    // Its own socket is connected: neither its token nor a valid offer changes that.
    const peer = new WebRtcClient();
    expect(await stolen.offer(await peer.createOffer(), token, { sessionId })).toMatchObject({
      type: 'error',
    });
    peer.close();
    for (const answers of [
      await answersThere(sessionId, token),
      await answersThere(sessionId, undefined, stolen),
    ])
      expect(answers).toEqual(unknown);
    const seen = stolen.received.length;
    stolen.send({ type: 'close', sessionId });
    expect(await stolen.next(() => true, seen)).toMatchObject({ data: { message: unknown[0][2] } });
    stolen.close();
    expect(await caller.ask('Are you there?')).toBe('Yes.');

    caller.vanish();
    for (const proof of [undefined, '', 7, 'ect_nothing', theirs])
      expect(await answersThere(sessionId, proof)).toEqual(unknown);
    // A token does not create an unknown session.
    expect(await answersThere('sess_0000000000000000000000', token)).toEqual(unknown);
    const turns = await here.prisma.turn.findMany({ where: { conversationId: id } });
    expect(turns.map(({ text }) => text)).not.toContain('Who is there?');
  });

  it('redirects a client without a socket to re-offer there, and then accepts its frames', async () => {
    const { caller } = await called();
    const { sessionId } = caller;
    caller.vanish();
    await until('its socket is gone', async () => {
      const answers = await answersThere(sessionId, token);
      return JSON.stringify(answers).includes('Send its offer here');
    });
    expect(await answersThere(sessionId, token)).toEqual(elsewhere);
    expect(await caller.offerTo(there.baseUrl)).toMatchObject({ type: 'answer', sessionId });
    expect(await caller.ask('Are you there?')).toBe('Yes.');
  });

  it('is ended only by its client when its instance is dead', async () => {
    const { caller, id } = await called();
    const { sessionId } = caller;
    const { instanceId } = await here.prisma.conversation.findUniqueOrThrow({ where: { id } });
    const gone = { where: { id: instanceId }, data: { address: await closedAddress() } };
    await here.prisma.instance.update(gone);
    const socket = await SignalingClient.connect(there.baseUrl);
    for (const authToken of [undefined, 'ect_nothing']) {
      const seen = socket.received.length;
      socket.send({ type: 'close', sessionId, authToken });
      expect(await socket.next(() => true, seen)).toMatchObject({ data: { message: unknown[0][2] } });
    }
    expect((await here.prisma.conversation.findUniqueOrThrow({ where: { id } })).endedAt).toBeNull();
    const seen = socket.received.length;
    socket.send({ type: 'close', sessionId, authToken: token });
    const record = await until('it is over', () =>
      here.prisma.conversation.findFirst({
        where: { id, endedAt: { not: null } },
        include: { journal: true },
      }),
    );
    expect(record).toMatchObject({ endReason: 'client-close', crashed: false, epoch: 2, journal: null });
    expect(socket.received.slice(seen)).toEqual([]);
    socket.close();
    // A returning client learns that its later frames were dropped.
    caller.send({ type: 'text', sessionId, data: { text: 'Are you there?' } });
    await here.provider<InstanceLease>('InstanceLease').renew();
    await until('it lets go', async () => (await activeAt(here)) === 0);
    expect(await here.prisma.conversation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      endReason: 'client-close',
      endedAt: record.endedAt,
    });
  });
});
