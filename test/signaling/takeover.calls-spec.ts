import { tone, toneShare } from '../support/audio.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { SignalingClient } from '../support/signaling-client.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import type { WebRtcClient } from '../support/webrtc-client.js';

const GRACE_MS = 1_000;
const TONE_HZ = 523;
const END_OF_CANDIDATES = { candidate: '', sdpMid: null, sdpMLineIndex: null };

describe('call with a lost signaling socket', () => {
  let fixture: CallFixture;
  let relay: TcpRelay;

  beforeAll(async () => {
    fixture = await createCallFixture({ CALL_DETACHED_GRACE_MS: String(GRACE_MS) });
    relay = await TcpRelay.create(fixture.app.baseUrl);
  });
  afterEach(() => fixture.closeClients());
  afterAll(async () => {
    relay.close();
    await fixture.close();
  });

  /** All answers to the frame, delimited by the answer to a following one. */
  async function repliesTo(client: SignalingClient, frame: object): Promise<string[]> {
    const seen = client.received.length;
    client.send(frame);
    client.send({ type: 'nonsense' });
    await client.next(({ data }) => data?.['code'] === 'INVALID_MESSAGE', seen);
    return client.received.slice(seen, -1).map(({ data }) => String(data?.['code']));
  }

  const candidateOf = (sessionId: string) => ({ type: 'ice-candidate', sessionId, data: END_OF_CANDIDATES });

  /** The share of the caller's speech that returns to it. */
  async function echoedShare(peer: WebRtcClient, durationMs: number): Promise<number> {
    const beganMs = performance.now();
    await peer.sendPcm(tone({ frequencyHz: TONE_HZ, durationMs, sampleRateHz: 48_000 }));
    const { samples, sampleRateHz } = peer.heardSince(beganMs + 300);
    return toneShare(samples, TONE_HZ, sampleRateHz);
  }

  async function endedAs(sessionId: string): Promise<string | null> {
    const record = await until('the record is finished', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    return record.endReason;
  }

  it.each(['both ways', 'to the server', 'to the client'] as const)(
    'is taken over when the old socket is half-open with no traffic %s',
    async (way) => {
      const phone = await SignalingClient.connect(relay.url);
      const { sessionId, peer } = await fixture.call(phone);
      relay.silence(way);
      const next = await fixture.signaling();
      expect(await repliesTo(next, candidateOf(sessionId))).toEqual([]);
      expect(await echoedShare(peer, 1_000)).toBeGreaterThan(0.8);
      next.send({ type: 'close', sessionId });
      expect(await endedAs(sessionId)).toBe('client-close');
      phone.destroy();
    },
  );

  it('answers a ping on its new socket before the waiting frame', async () => {
    const phone = await SignalingClient.connect(relay.url);
    const { sessionId } = await fixture.call(phone);
    relay.silence('both ways');
    const next = await fixture.signaling();
    next.send({ type: 'close', sessionId });
    next.send({ type: 'ping' });
    expect(await next.next(({ type }) => type === 'pong')).toEqual({ type: 'pong' });
    expect(await fixture.activeSessions()).toBe(1);
    expect(await endedAs(sessionId)).toBe('client-close');
    expect(next.received.filter(({ type }) => type === 'pong')).toHaveLength(1);
    phone.destroy();
  });

  it("accepts a close and a re-offer as the new socket's first frame while the old one is half-open", async () => {
    const phone = await SignalingClient.connect(relay.url);
    const [first, second] = [await fixture.call(phone), await fixture.call(phone)];
    relay.silence('both ways');
    const next = await fixture.signaling();
    expect(
      await next.offer(await first.peer.createOffer({ iceRestart: true }), fixture.token, {
        sessionId: first.sessionId,
      }),
    ).toMatchObject({ type: 'answer', sessionId: first.sessionId });
    next.send({ type: 'close', sessionId: second.sessionId });
    expect(await endedAs(second.sessionId)).toBe('client-close');
    next.send({ type: 'close', sessionId: first.sessionId });
    expect(await endedAs(first.sessionId)).toBe('client-close');
    phone.destroy();
  });

  it('is not given to another client while its own socket responds', async () => {
    const mine = await SignalingClient.connect(relay.url);
    const { sessionId, peer } = await fixture.call(mine);
    const robber = await fixture.signaling();
    const data = { type: 'offer', sdp: fixture.sdp };
    for (const frame of [
      candidateOf(sessionId),
      { type: 'close', sessionId },
      { type: 'offer', sessionId, data, authToken: fixture.token },
    ]) {
      expect(await repliesTo(robber, frame)).toEqual(['INVALID_ARGUMENT']);
    }
    expect(await repliesTo(mine, candidateOf(sessionId))).toEqual([]);
    expect(mine.closeCode).toBeUndefined();
    expect(await echoedShare(peer, 1_000)).toBeGreaterThan(0.8);
    mine.send({ type: 'close', sessionId });
    expect(await endedAs(sessionId)).toBe('client-close');
  });

  it("is not given to a re-offer without a token or with another agent's token", async () => {
    const { app, account } = fixture;
    const otherAgent = await app.createAgent(account);
    const foreign = await app.createConnector(account, otherAgent, 'sandbox');
    const mine = await fixture.signaling();
    const { sessionId } = await fixture.call(mine);
    mine.destroy();
    const robber = await fixture.signaling();
    const offer = { type: 'offer', sessionId, data: { type: 'offer', sdp: fixture.sdp } };
    expect(await repliesTo(robber, { ...offer, authToken: fixture.unknownToken() })).toEqual([
      'UNAUTHORIZED',
    ]);
    expect(await repliesTo(robber, { ...offer, authToken: foreign })).toEqual(['INVALID_ARGUMENT']);
    // If the attacker had the call, this socket would be refused, since the attacker's responds.
    const next = await fixture.signaling();
    expect(await repliesTo(next, candidateOf(sessionId))).toEqual([]);
    next.send({ type: 'close', sessionId });
    expect(await endedAs(sessionId)).toBe('client-close');
  });

  it('outlives the grace time while its media is alive, despite a silent new socket', async () => {
    const mine = await fixture.signaling();
    const { sessionId, peer } = await fixture.call(mine);
    mine.destroy();
    const silent = await fixture.signaling();
    expect(await echoedShare(peer, 4 * GRACE_MS)).toBeGreaterThan(0.8);
    expect(await fixture.activeSessions()).toBe(1);
    silent.send({ type: 'close', sessionId });
    expect(await endedAs(sessionId)).toBe('client-close');
  });

  it('ends after the grace time when its media never connected', async () => {
    const mine = await fixture.signaling();
    const { sessionId } = await mine.offer(fixture.sdp, fixture.token, { mode: 'echo' });
    mine.destroy();
    expect(await endedAs(sessionId)).toBe('connection-lost');
  });
});
