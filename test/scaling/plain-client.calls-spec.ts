import type { CallsService } from '../../src/calls/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { buildService, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const ENV = { MEDIA_WORKERS: '1', SIGNALING_GATEWAY: 'debug', CALL_MOVE_AFTER_MS: '0' };
/** The interface's frames for clients without extensions. */
const OF_THE_INTERFACE = ['answer', 'ice-candidate', 'close', 'error'];

describe('client unaware of several instances', () => {
  let stays: TestApp;
  let token: string;
  const clients: { readonly close: () => void }[] = [];

  beforeAll(async () => {
    buildService();
    stays = await createTestApp({ env: ENV });
    const account = await stays.createAccount();
    const agentId = await stays.createAgent(account);
    token = await stays.createConnector(account, agentId, 'sandbox');
    await publish(stays, account, agentId, 'sandbox');
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => stays.close());

  async function call(baseUrl: string) {
    const [signaling, peer] = [await SignalingClient.connect(baseUrl), new WebRtcClient()];
    clients.push(signaling, peer);
    const { sessionId, data } = await signaling.offer(await peer.createOffer(), token, { mode: 'echo' });
    await peer.acceptAnswer(String(data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
    return { signaling, peer, sessionId };
  }

  const typesOf = (signaling: SignalingClient) => signaling.received.map(({ type }) => type);
  const endOf = async (sessionId: string) =>
    (await stays.prisma.conversation.findUnique({ where: { sessionId } }))?.endReason;

  it("keeps its call for a stopping instance's drain time and is notified of the end", async () => {
    const env = { ...ENV, CALL_DRAIN_TIMEOUT_MS: '1500' };
    const stops = await createTestApp({ env, databaseUrl: stays.databaseUrl });
    try {
      const { signaling, peer, sessionId } = await call(stops.baseUrl);
      const beganMs = performance.now();
      const drained = stops.provider<CallsService>('CallsService').drain();
      await signaling.next(({ type }) => type === 'close');
      expect(performance.now() - beganMs).toBeGreaterThanOrEqual(1_400);
      expect(typesOf(signaling).filter((type) => !OF_THE_INTERFACE.includes(type))).toEqual([]);
      await drained;
      await until('its end is on record', async () => (await endOf(sessionId)) === 'shutdown');
      peer.close();
    } finally {
      await stops.close();
    }
    expect((await call(stays.baseUrl)).sessionId).not.toBe('');
  });

  it('loses its call with a dead instance and calls again at another', async () => {
    const dies = await startServiceProcess(stays.databaseUrl, ENV);
    try {
      const { signaling, sessionId } = await call(dies.baseUrl);
      await dies.kill();
      await signaling.closed();
      expect(typesOf(signaling).filter((type) => !OF_THE_INTERFACE.includes(type))).toEqual([]);
      const again = await call(stays.baseUrl);
      expect(again.sessionId).not.toBe(sessionId);
      expect(typesOf(again.signaling)[0]).toBe('answer');
    } finally {
      await dies.kill();
    }
  });
});
