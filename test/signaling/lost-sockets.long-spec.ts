import wrtc from '@roamhq/wrtc';
import { EarshotCall } from '../../client/src/index.js';
import { tone, toneShare } from '../support/audio.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { Callers } from '../support/callers.js';
import { SignalingClient } from '../support/signaling-client.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import type { WebRtcClient } from '../support/webrtc-client.js';

const CALLS = 50;
const TAKEOVER_MS = 2_500;
const SILENT_MS = 120_000;
const PIECE_MS = 5_000;
/** Longer than the SDK retries without a call. */
const PROXY_DOWN_MS = 45_000;
const ROBBERIES = 300;
const TONE_HZ = 523;
const END_OF_CANDIDATES = { candidate: '', sdpMid: null, sdpMLineIndex: null };

interface HeldCall {
  readonly sessionId: string;
  readonly socket: SignalingClient;
}

/** Uses the default limits and times. */
describe('calls with signaling sockets lost for long, or many at once', () => {
  let fixture: CallFixture;
  let relay: TcpRelay;

  beforeAll(async () => {
    fixture = await createCallFixture({ CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE: '1000' });
    relay = await TcpRelay.create(fixture.app.baseUrl);
  });
  afterEach(() => fixture.closeClients());
  afterAll(async () => {
    relay.close();
    await fixture.close();
  });

  async function endedAs(sessionId: string): Promise<string | null> {
    const record = await until('the record is finished', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    return record.endReason;
  }

  /** The share of the caller's speech that returns to it. */
  async function echoedShare(peer: WebRtcClient, durationMs: number): Promise<number> {
    const beganMs = performance.now();
    await peer.sendPcm(tone({ frequencyHz: TONE_HZ, durationMs, sampleRateHz: 48_000 }));
    const { samples, sampleRateHz } = peer.heardSince(beganMs + 300);
    return toneShare(samples, TONE_HZ, sampleRateHz);
  }

  /**
   * Opens a socket through the proxy and presents the call. @returns The socket and the time until it owned the call.
   */
  async function takeOver({ sessionId }: HeldCall): Promise<HeldCall & { tookMs: number }> {
    const beganMs = performance.now();
    const socket = await SignalingClient.connect(relay.url);
    socket.send({ type: 'ice-candidate', sessionId, data: END_OF_CANDIDATES });
    // Answered after the previous frame, which gets an error or nothing.
    socket.send({ type: 'nonsense' });
    const { data } = await socket.next(({ type }) => type === 'error');
    expect(data?.['code']).toBe('INVALID_MESSAGE');
    return { sessionId, socket, tookMs: performance.now() - beganMs };
  }

  const slowestOf = (taken: readonly { tookMs: number }[]) =>
    Math.round(Math.max(...taken.map(({ tookMs }) => tookMs)));

  it('keeps a call for 120 s after its socket was replaced silently', async () => {
    const mine = await fixture.signaling();
    const { sessionId, peer } = await fixture.call(mine);
    mine.destroy();
    const silent = await fixture.signaling();
    const shares: number[] = [];
    for (let i = 0; i < SILENT_MS / PIECE_MS; i += 1) shares.push(await echoedShare(peer, PIECE_MS));
    expect(Math.min(...shares)).toBeGreaterThan(0.8);
    expect(silent.closeCode).toBeUndefined();
    silent.send({ type: 'close', sessionId });
    expect(await endedAs(sessionId)).toBe('client-close');
  }, 180_000);

  it('keeps an SDK call while its audio flows, with the proxy down for 45 s', async () => {
    const track = new wrtc.nonstandard.RTCAudioSource().createTrack();
    const call = new EarshotCall({
      signalingUrl: relay.url,
      authToken: fixture.token,
      mode: 'echo',
      microphone: new wrtc.MediaStream([track]),
      audioElement: null,
      RTCPeerConnection: wrtc.RTCPeerConnection,
    });
    await call.start();
    const states: string[] = [];
    call.on('state', (state) => states.push(state));
    await relay.restart(PROXY_DOWN_MS);
    await until('it has a socket again', () => states.at(-1) === 'connected');
    expect(states).toEqual(['reconnecting', 'connected']);
    call.hangUp();
    track.stop();
    expect(await endedAs(call.sessionId)).toBe('client-close');
  }, 90_000);

  it('resumes all of 50 calls within 2.5 s after half-open sockets and a proxy restart', async () => {
    const callers = Callers.start();
    try {
      let held: HeldCall[] = [];
      for (let i = 0; i < CALLS; i += 1) {
        const socket = await SignalingClient.connect(relay.url);
        held.push({ sessionId: await callers.echoCall(socket, fixture.token), socket });
      }
      await callers.untilHearing(CALLS);
      relay.silence('both ways');
      const afterSilence = await Promise.all(held.map(takeOver));
      for (const { socket } of held) socket.destroy();
      await relay.restart(1_000);
      held = await Promise.all(afterSilence.map(takeOver));
      const afterRestart = held as (HeldCall & { tookMs: number })[];
      console.info(
        `slowest takeover: half-open ${slowestOf(afterSilence)}, restart ${slowestOf(afterRestart)} ms`,
      );
      expect(slowestOf(afterSilence)).toBeLessThanOrEqual(TAKEOVER_MS);
      expect(slowestOf(afterRestart)).toBeLessThanOrEqual(TAKEOVER_MS);
      await callers.count();
      await callers.untilHearing(CALLS);
      expect(await fixture.activeSessions()).toBe(CALLS);
      for (const { socket, sessionId } of held) socket.send({ type: 'close', sessionId });
      for (const { sessionId } of held) expect(await endedAs(sessionId)).toBe('client-close');
      for (const { socket } of held) socket.close();
    } finally {
      await callers.stop();
    }
  }, 120_000);

  it('never gives a live call to a client that knows only its id, in 300 attempts', async () => {
    const mine = await fixture.signaling();
    const { sessionId, peer } = await fixture.call(mine);
    const data = { type: 'offer', sdp: fixture.sdp };
    const frames = [
      { type: 'ice-candidate', sessionId, data: END_OF_CANDIDATES },
      { type: 'close', sessionId },
      { type: 'offer', sessionId, data, authToken: fixture.token },
    ];
    const robbers = await Promise.all(Array.from({ length: 30 }, () => fixture.signaling()));
    const speaking = echoedShare(peer, PIECE_MS);
    for (let i = 0; i < ROBBERIES; i += robbers.length) {
      for (const [j, robber] of robbers.entries())
        robber.send(frames[(i / robbers.length + j) % frames.length]);
      const due = i / robbers.length + 1;
      await until('each has an answer', () => robbers.every(({ received }) => received.length === due));
    }
    const codes = robbers.flatMap(({ received }) => received.map((frame) => String(frame.data?.['code'])));
    expect(codes).toHaveLength(ROBBERIES);
    expect(new Set(codes)).toEqual(new Set(['INVALID_ARGUMENT']));
    expect(await speaking).toBeGreaterThan(0.8);
    expect(mine.closeCode).toBeUndefined();
    mine.send({ type: 'close', sessionId });
    expect(await endedAs(sessionId)).toBe('client-close');
  }, 60_000);
});
