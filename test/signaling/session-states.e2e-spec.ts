import type { CallsService } from '../../src/calls/index.js';
import type { MediaService } from '../../src/media/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import type { Remote } from '../support/service/start.js';
import type { ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const END_OF_CANDIDATES = { candidate: '', sdpMid: '0', sdpMLineIndex: 0 };

describe('frames in every session state', () => {
  let fixture: CallFixture;
  let calls: Remote<CallsService>;
  let signaling: SignalingClient;

  beforeAll(async () => {
    fixture = await createCallFixture({ CALL_DRAIN_TIMEOUT_MS: '3000' });
    calls = fixture.app.provider<CallsService>('CallsService');
  });
  beforeEach(async () => {
    signaling = await fixture.signaling();
  });
  afterEach(async () => {
    for (const { type, sessionId } of signaling.received)
      if (type === 'answer') signaling.send({ type: 'close', sessionId });
    await until('no call is left', async () => (await calls.activeCount()) === 0, 20_000);
    await expectSessions(0);
    fixture.closeClients();
  });
  afterAll(() => fixture.close());

  /** The expected number of sessions and media transports. */
  async function expectSessions(count: number): Promise<void> {
    const media = fixture.app.provider<MediaService>('MediaService');
    expect(await media.counts()).toMatchObject({ sessions: count, webRtcTransports: count });
    expect(await calls.activeCount()).toBe(count);
  }

  async function begin(): Promise<{ sessionId: string; peer: WebRtcClient; answer: ReceivedFrame }> {
    const peer = fixture.peer();
    const answer = await signaling.offer(await peer.createOffer(), fixture.token, { mode: 'echo' });
    expect(answer.type).toBe('answer');
    return { sessionId: answer.sessionId, peer, answer };
  }

  /** A second offer of the same client for its session. */
  async function offerAgain(sessionId: string, peer: WebRtcClient): Promise<ReceivedFrame> {
    return signaling.offer(await peer.createOffer(), fixture.token, { sessionId });
  }

  it('answers a second offer during negotiation on the existing transport', async () => {
    const { sessionId, peer } = await begin();
    expect(await offerAgain(sessionId, peer)).toMatchObject({ type: 'answer', sessionId });
    await expectSessions(1);
  });

  it('answers concurrent offers for a session in order on one transport', async () => {
    const { sessionId, peer } = await begin();
    const seen = signaling.received.length;
    const sdp = await peer.createOffer();
    for (let i = 0; i < 10; i += 1) {
      const data = { type: 'offer', sdp };
      signaling.send({ type: 'offer', sessionId, data, authToken: fixture.token });
    }
    const answers = () => signaling.received.slice(seen).filter(({ type }) => type === 'answer');
    await until('all are answered', () => answers().length === 10);
    expect(answers().every((answer) => answer.sessionId === sessionId)).toBe(true);
    await expectSessions(1);
  });

  it('answers a second offer while connected and keeps the audio connection', async () => {
    const { sessionId, peer, answer } = await begin();
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
    expect(await offerAgain(sessionId, peer)).toMatchObject({ type: 'answer', sessionId });
    await expectSessions(1);
    expect(peer.connectionState).toBe('connected');
  });

  it("accepts a re-offer as takeover when the client's socket is gone", async () => {
    const { sessionId, peer } = await begin();
    signaling.destroy();
    signaling = await fixture.signaling();
    await until('the session is free to be taken', async () => {
      const taken = await offerAgain(sessionId, peer);
      return taken.type === 'answer' && taken.sessionId === sessionId;
    });
    await expectSessions(1);
  });

  it('creates a separate session for another offer without an id', async () => {
    const first = await begin();
    const second = await begin();
    expect(second.sessionId).not.toBe(first.sessionId);
    await expectSessions(2);
    signaling.send({ type: 'close', sessionId: first.sessionId });
    await until('one is left', async () => (await calls.activeCount()) === 1);
    expect(await offerAgain(second.sessionId, second.peer)).toMatchObject({ type: 'answer' });
  });

  it('rejects a candidate and a close before any offer, and everything after the close', async () => {
    const refused = async (frame: object) => {
      const seen = signaling.received.length;
      signaling.send(frame);
      expect(await signaling.next(() => true, seen)).toMatchObject({ data: { code: 'INVALID_ARGUMENT' } });
    };
    await refused({ type: 'ice-candidate', sessionId: '', data: END_OF_CANDIDATES });
    await refused({ type: 'close', sessionId: '' });
    const { sessionId } = await begin();
    signaling.send({ type: 'close', sessionId });
    await fixture.allReleased();
    await until('the candidates have come', () => signaling.received.some(isCandidate));
    await refused({ type: 'ice-candidate', sessionId, data: END_OF_CANDIDATES });
    await refused({ type: 'close', sessionId });
    const data = { type: 'offer', sdp: fixture.sdp };
    await refused({ type: 'offer', sessionId, data, authToken: fixture.token });
  });

  it("assigns candidates without an id to the socket's only offer", async () => {
    const peer = new WebRtcClient();
    const sdp = await peer.createOffer();
    const candidate = { candidate: 'candidate:1 1 udp 2122260223 192.0.2.7 54321 typ host', sdpMid: '0' };
    const offer = { type: 'offer', sessionId: '', data: { type: 'offer', sdp }, mode: 'echo' };
    const early = (sessionId: unknown, data: unknown = candidate) =>
      signaling.send({ type: 'ice-candidate', sessionId, data });
    // A refused one already has its error.
    signaling.send({ ...offer, authToken: 'ect_nothing' });
    early('');
    signaling.send({ ...offer, authToken: fixture.token });
    for (const sessionId of ['', null, undefined]) early(sessionId);
    early('', null);
    const { sessionId } = await signaling.next(({ type }) => type === 'answer');
    early('', { candidate: 'nonsense' });
    const errors = () => signaling.received.filter(({ type }) => type === 'error');
    await until('the nonsense is refused', () => errors().length === 2);
    expect(errors()).toMatchObject([
      { sessionId: '', data: { code: 'UNAUTHORIZED' } },
      { sessionId, data: { code: 'INVALID_ARGUMENT' } },
    ]);
    peer.close();
    // Ambiguous between two sessions.
    await begin();
    early('');
    await until('that is refused', () => errors().length === 3);
    expect(errors()[2]).toMatchObject({ sessionId: '', data: { code: 'INVALID_ARGUMENT' } });
  });

  it('rejects a second offer without a token', async () => {
    const { sessionId } = await begin();
    expect(await signaling.offer(fixture.sdp, undefined, { sessionId })).toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
    await expectSessions(1);
  });

  // Last, because the service refuses new calls from here on.
  it('answers re-offers but no new offers while draining, and then closes the session', async () => {
    const { sessionId, peer } = await begin();
    const drained = calls.drain();
    await until(
      'the service drains',
      async () => (await fetch(`${fixture.app.baseUrl}/health`)).status === 503,
    );
    expect(await offerAgain(sessionId, peer)).toMatchObject({ type: 'answer', sessionId });
    expect(await signaling.offer(fixture.sdp, fixture.token, { mode: 'echo' })).toMatchObject({
      data: { code: 'MEDIA_BRIDGE_FAILURE' },
    });
    await expectSessions(1);
    expect(signaling.received.some(({ type }) => type === 'close')).toBe(false);
    await drained;
    expect(await signaling.next(({ type }) => type === 'close')).toMatchObject({ sessionId });
    const record = await fixture.app.prisma.conversation.findUnique({ where: { sessionId } });
    expect(record).toMatchObject({ endReason: 'shutdown', crashed: false });
  });
});

const isCandidate = ({ type }: ReceivedFrame) => type === 'ice-candidate';
