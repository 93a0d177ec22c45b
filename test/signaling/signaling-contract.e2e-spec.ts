import { createTestApp, sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { SignalingClient } from '../support/signaling-client.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const SDP_WITHOUT_AUDIO = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n';
const CODE = (code: string) => ({ type: 'error', data: { code } });

describe('signaling contract', () => {
  let app: TestApp;
  let account: TestAccount;
  let agentId: string;
  let token: string;
  let sdp: string;
  const peers: WebRtcClient[] = [];
  const clients: SignalingClient[] = [];

  const client = async () => {
    const made = await SignalingClient.connect(app.baseUrl);
    clients.push(made);
    return made;
  };
  const peer = () => {
    const made = new WebRtcClient();
    peers.push(made);
    return made;
  };

  beforeAll(async () => {
    app = sharedApp();
    account = await app.createAccount();
    agentId = await app.createAgent(account);
    token = await app.createConnector(account, agentId, 'sandbox');
    await publish(app, account, agentId, 'sandbox');
    sdp = await peer().createOffer();
  });

  afterEach(() => {
    for (const made of clients.splice(0)) made.close();
  });

  const recordOf = (sessionId: string) =>
    until('the record is finished', () =>
      app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
  const sessions = async () => {
    const found = await app.prisma.conversation.findMany({ where: { accountId: account.accountId } });
    return found.map(({ sessionId }) => sessionId);
  };

  afterAll(async () => {
    for (const made of peers.splice(0)) made.close();
    await app.close();
  });

  it('answers an offer with a session and its candidates, and carries audio until close', async () => {
    const caller = peer();
    const signaling = await client();
    const answer = await signaling.offer(await caller.createOffer(), token, { mode: 'echo' });
    expect(answer).toMatchObject({ type: 'answer', data: { type: 'answer' } });
    expect(answer.sessionId).toMatch(/^sess_[0-9A-Za-z]{22}$/);
    const candidate = await signaling.next((frame) => frame.type === 'ice-candidate');
    expect(candidate).toMatchObject({
      sessionId: answer.sessionId,
      data: { candidate: expect.stringContaining('candidate:'), sdpMid: '0', sdpMLineIndex: 0 },
    });
    await caller.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => caller.connectionState === 'connected');
    signaling.send({ type: 'close', sessionId: answer.sessionId });
    expect(await recordOf(answer.sessionId)).toMatchObject({
      agentId,
      target: 'sandbox',
      mode: 'echo',
      endReason: 'client-close',
      crashed: false,
    });
  });

  it.each([
    [
      'UNAUTHORIZED',
      {
        'no token': { authToken: undefined },
        'a token that is no text': { authToken: 7 },
        'a token that was never issued': { authToken: `ect_${'a'.repeat(49)}` },
        "another account's id": { accountId: 'acc_other' },
        "another project's id": { projectId: 'other' },
        'no token, but an override and ids': {
          ...{ authToken: undefined, agentVersionOverride: {} },
          ...{ accountId: 'x', projectId: 'y' },
        },
      },
    ],
    [
      'INVALID_ARGUMENT',
      {
        'an unknown mode': { mode: 'telepathy' },
        'half an override': { agentVersionOverride: { artifactVersion: 'art_x' } },
        'an override that names no build': {
          agentVersionOverride: { artifactVersion: 'a', lambdaDeploymentVersion: 'b' },
        },
        'an unknown variant': { variantId: 'nobody' },
        'an SDP without audio': { data: { type: 'offer', sdp: SDP_WITHOUT_AUDIO } },
        'an SDP that is none': { data: { type: 'offer', sdp: 'hello' } },
      },
    ],
  ] as [string, Record<string, object>][])(
    'rejects invalid offers as %s without a session',
    async (code, wrong) => {
      const signaling = await client();
      const known = await sessions();
      for (const [what, fields] of Object.entries(wrong)) {
        const { type, data, sessionId } = await signaling.offer(sdp, token, fields);
        expect([what, type, data?.['code'], sessionId]).toEqual([what, 'error', code, '']);
      }
      const { sessionId } = await signaling.offer(sdp, token, { mode: 'echo' });
      signaling.send({ type: 'close', sessionId });
      // Records are written in call order.
      await recordOf(sessionId);
      expect((await sessions()).sort()).toEqual([...known, sessionId].sort());
    },
  );

  it.each([
    ['no JSON', '{"type":'],
    ['a list', '[]'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"bye","sessionId":""}'],
    ['data of a wrong shape', '{"type":"offer","sessionId":"","data":{"type":"offer"}}'],
    ['a binary frame', Buffer.from('{"type":"close","sessionId":"x"}')],
  ])('answers %s with INVALID_MESSAGE and keeps the socket', async (_name, message) => {
    const signaling = await client();
    signaling.socket.send(message);
    expect(await signaling.next(() => true)).toMatchObject(CODE('INVALID_MESSAGE'));
    expect(await signaling.offer(sdp, token, { mode: 'x' })).toMatchObject(CODE('INVALID_ARGUMENT'));
  });

  it('answers alike for an unknown and a foreign session, and leaves the call unaffected', async () => {
    const mine = await client();
    const caller = peer();
    const { sessionId } = await mine.offer(await caller.createOffer(), token, { mode: 'echo' });
    const other = await client();
    const attempts = [sessionId, 'sess_0000000000000000000000'].flatMap((id) => [
      { type: 'ice-candidate', sessionId: id, data: { candidate: '', sdpMid: '0', sdpMLineIndex: 0 } },
      { type: 'close', sessionId: id },
      { type: 'offer', sessionId: id, data: { type: 'offer', sdp }, authToken: token },
    ]);
    for (const attempt of attempts) other.send(attempt);
    await until('all are answered', () => other.received.length === attempts.length);
    const answers = other.received.map(({ type, data }) => ({ type, data }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(CODE('INVALID_ARGUMENT'));
    expect(await mine.offer(await caller.createOffer(), token, { sessionId })).toMatchObject({
      type: 'answer',
      sessionId,
    });
    mine.send({ type: 'close', sessionId });
    expect((await recordOf(sessionId)).endReason).toBe('client-close');
  });

  it('lets a new socket take over a call without one', async () => {
    const first = await client();
    const caller = peer();
    const answer = await first.offer(await caller.createOffer(), token, { mode: 'echo' });
    const { sessionId } = answer;
    await caller.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => caller.connectionState === 'connected');
    first.destroy();
    const second = await client();
    await until('the new socket has the call', async () => {
      second.send({
        type: 'ice-candidate',
        sessionId,
        data: { candidate: '', sdpMid: null, sdpMLineIndex: null },
      });
      const seen = second.received.length;
      second.send({ type: 'nonsense' });
      const reply = await second.next(() => true, seen);
      return reply.data?.['code'] === 'INVALID_MESSAGE';
    });
    expect(caller.connectionState).toBe('connected');
    second.send({ type: 'close', sessionId });
    expect((await recordOf(sessionId)).endReason).toBe('client-close');
  });

  describe('with live events', () => {
    async function connectedCall(signaling: SignalingClient, fields: object): Promise<string> {
      const caller = peer();
      const answer = await signaling.offer(await caller.createOffer(), token, { mode: 'echo', ...fields });
      await caller.acceptAnswer(String(answer.data?.['sdp']));
      await until('media is connected', () => caller.connectionState === 'connected');
      return answer.sessionId;
    }

    it('sends events to a subscribed client, with stable numbers on its next socket', async () => {
      const first = await client();
      const sessionId = await connectedCall(first, { features: ['state', 'telepathy'] });
      const event = await first.next(({ type }) => type === 'event');
      expect(event).toEqual({
        type: 'event',
        sessionId,
        number: expect.any(Number),
        data: { kind: 'state', state: 'connected' },
      });
      first.destroy();
      const second = await client();
      second.send({ type: 'ice-candidate', sessionId, data: null });
      expect(await second.next(({ type }) => type === 'event')).toEqual(event);
      second.send({ type: 'close', sessionId });
    });

    it('sends none to an unsubscribed client', async () => {
      const signaling = await client();
      const sessionId = await connectedCall(signaling, {});
      signaling.send({ type: 'close', sessionId });
      signaling.send({ type: 'ping' });
      await signaling.next(({ type }) => type === 'pong');
      expect(signaling.received.map(({ type }) => type)).not.toContain('event');
    });
  });

  it('answers AGENT_FAILURE with a fix for an unpublished agent', async () => {
    const unpublished = await app.createAgent(account);
    const signaling = await client();
    const reply = await signaling.offer(sdp, await app.createConnector(account, unpublished, 'live'));
    expect(reply).toMatchObject(CODE('AGENT_FAILURE'));
    expect(String(reply.data?.['message'])).toContain('Publish');
  });

  it('closes a socket with 1009 for an oversized frame and 1008 for a flood', async () => {
    const large = await client();
    large.socket.send(JSON.stringify({ type: 'offer', filler: 'x'.repeat(200_000) }));
    expect(await large.closed()).toBe(1009);
    const flood = await client();
    for (let i = 0; i < 1_000; i++) flood.send({ type: 'nonsense' });
    expect(await flood.closed()).toBe(1008);
  });
});

describe('production gateway', () => {
  it('checks the token before the mode, and rejects echo as FORBIDDEN', async () => {
    const app = await createTestApp();
    const peer = new WebRtcClient();
    try {
      const account = await app.createAccount();
      const agentId = await app.createAgent(account);
      const token = await app.createConnector(account, agentId, 'sandbox');
      await publish(app, account, agentId, 'sandbox');
      const signaling = await SignalingClient.connect(app.baseUrl);
      const sdp = await peer.createOffer();
      expect(await signaling.offer(sdp, 'nonsense', { mode: 'echo' })).toMatchObject(CODE('UNAUTHORIZED'));
      expect(await signaling.offer(sdp, token, { mode: 'echo' })).toMatchObject(CODE('FORBIDDEN'));
      const health = await fetch(`${app.baseUrl}/health`);
      expect(await health.json()).toMatchObject({ activeSessions: 0 });
      signaling.close();
    } finally {
      peer.close();
      await app.close();
    }
  });
});
