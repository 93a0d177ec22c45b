import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import type { SignalingClient } from '../support/signaling-client.js';
import { serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { type Watch, watchService } from '../support/unharmed.js';
import { until } from '../support/until.js';

const MAX_MS = 35_000;

/** With the timeouts that the service has by default. */
describe('call without a peer', () => {
  let fixture: CallFixture;
  let watch: Watch;
  const relays: UdpRelay[] = [];

  beforeAll(async () => {
    fixture = await createCallFixture({ MEDIA_LISTEN_IP: '127.0.0.1' });
    watch = await watchService(fixture);
  });

  afterEach(async () => {
    fixture.closeClients();
    for (const relay of relays.splice(0)) relay.close();
    await watch.expectUnharmed();
  }, 60_000);
  afterAll(() => fixture.close());

  it("ends when the client's certificate differs from its offer, and releases everything", async () => {
    const signaling = await fixture.signaling();
    const beganMs = performance.now();
    const sessionId = await offerThrough(signaling, (sdp) =>
      sdp.replace(/(a=fingerprint:sha-256 )../, (_, start: string) => `${start}00`),
    );
    await expectMediaFailure(signaling, sessionId);
    await fixture.allReleased();
    expect(performance.now() - beganMs).toBeLessThan(MAX_MS);
    await expectRecord(sessionId, 'media-failed');
  }, 60_000);

  it('ends when its peer vanishes, with or without its socket, and releases everything', async () => {
    const staying = await fixture.signaling();
    const going = await fixture.signaling();
    const left = await connectedThroughRelay(staying);
    const gone = await connectedThroughRelay(going);
    const vanishedAtMs = performance.now();
    for (const relay of relays) relay.cutOff();
    going.destroy();
    await until('the client is told', () => hasClose(staying, left), MAX_MS);
    await expectMediaFailure(staying, left);
    await fixture.allReleased(MAX_MS);
    expect(performance.now() - vanishedAtMs).toBeLessThan(MAX_MS);
    await expectRecord(left, 'connection-lost');
    await expectRecord(gone, 'connection-lost');
  }, 90_000);

  async function offerThrough(
    signaling: SignalingClient,
    change: (offer: string) => string,
    changeAnswer: (answer: string) => string | Promise<string> = (answer) => answer,
  ): Promise<string> {
    const peer = fixture.peer();
    const answer = await signaling.offer(change(await peer.createOffer()), fixture.token, { mode: 'echo' });
    expect(answer.type).toBe('answer');
    await peer.acceptAnswer(await changeAnswer(String(answer.data?.['sdp'])));
    return answer.sessionId;
  }

  async function connectedThroughRelay(signaling: SignalingClient): Promise<string> {
    const sessionId = await offerThrough(
      signaling,
      (offer) => offer,
      async (answer) => {
        const relay = await UdpRelay.create(serverPortOf(answer));
        relays.push(relay);
        return relay.rewrite(answer);
      },
    );
    await until('media is connected', async () => {
      const record = await fixture.app.prisma.conversation.findFirst({ where: { sessionId } });
      return record?.connectedAt;
    });
    return sessionId;
  }

  const hasClose = (signaling: SignalingClient, sessionId: string) =>
    signaling.received.some((frame) => frame.type === 'close' && frame.sessionId === sessionId);

  /** The error arrives first, then the close. */
  async function expectMediaFailure(signaling: SignalingClient, sessionId: string): Promise<void> {
    await until('the session is closed', () => hasClose(signaling, sessionId), MAX_MS);
    const ofSession = signaling.received.filter((frame) => frame.sessionId === sessionId);
    expect(ofSession.slice(-2)).toMatchObject([
      { type: 'error', data: { code: 'MEDIA_BRIDGE_FAILURE' } },
      { type: 'close' },
    ]);
  }

  async function expectRecord(sessionId: string, endReason: string): Promise<void> {
    const record = await until('the record is finished', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    expect(record.endReason).toBe(endReason);
  }
});
