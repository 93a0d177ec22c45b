import { setTimeout as delay } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { WebRtcClient } from '../support/webrtc-client.js';

/** Of each second, over what the call costs by itself. */
const MAX_MS_PER_SECOND = 10;
const SECONDS = 15;
/** What may come at once has come by then. */
const WARM_UP_SECONDS = 12;
const FRAMES_PER_SECOND = 50;
const OTHER_SOCKETS = 90;

type Frame = (sessionId: string, sdp: string) => object;

const candidate = (number: number) => ({
  candidate: `candidate:${number} 1 udp 2122260223 192.0.2.${number % 250} 50000 typ host`,
  sdpMid: '0',
  sdpMLineIndex: 0,
});

/** All that a caller may send over its own socket, as fast as the socket may. */
const OWN_SOCKET: Readonly<Record<string, Frame>> = {
  texts: (sessionId) => ({
    type: 'text',
    sessionId,
    data: { text: 'What are your opening hours? '.repeat(60) },
  }),
  candidates: (sessionId) => ({
    type: 'ice-candidate',
    sessionId,
    data: candidate(Math.floor(Math.random() * 1e6)),
  }),
  're-offers': (sessionId, sdp) => ({ type: 'offer', sessionId, data: { type: 'offer', sdp } }),
  'unknown frames': (sessionId) => ({ type: 'nonsense', sessionId }),
  'large frames': (sessionId) => ({ type: 'text', sessionId, data: { text: 'x'.repeat(8_000) } }),
};

describe('one web caller', () => {
  let service: TestApp;
  let signaling: SignalingClient;
  let peer: WebRtcClient;
  let sessionId: string;
  let sdp: string;
  const others: SignalingClient[] = [];

  beforeAll(async () => {
    service = await createTestApp();
    const account = await service.createAccount();
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: '',
      prompt: 'Be brief.',
    });
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    [signaling, peer] = [await SignalingClient.connect(service.baseUrl), new WebRtcClient()];
    sdp = await peer.createOffer();
    const answer = await signaling.offer(sdp, token, { mode: 'traditional' }, 30_000);
    sessionId = answer.sessionId;
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    await delay(5_000);
  }, 120_000);
  afterAll(async () => {
    for (const client of [signaling, ...others]) client?.close();
    peer?.close();
    await service?.close();
  });

  const inService = () => service.module<typeof import('./in-service.js')>('test/limits/in-service.ts');

  /** CPU time of the service's main thread, in ms a second. */
  async function costOf(seconds: number): Promise<number> {
    const before = await inService().mainThreadMs();
    await delay(seconds * 1_000);
    return ((await inService().mainThreadMs()) - before) / seconds;
  }

  /** Sends so many frames a second until it is told to stop. */
  function flood(perSecond: number, send: () => void): () => void {
    const timer = setInterval(send, 1_000 / perSecond);
    return () => clearInterval(timer);
  }

  it('takes less than 10 ms of the main thread a second, whatever it sends', async () => {
    const quiet = await costOf(SECONDS);
    const told: string[] = [`quiet: ${quiet.toFixed(1)}`];
    const over: string[] = [];
    const measure = async (what: string, stop: () => void) => {
      await delay(WARM_UP_SECONDS * 1_000);
      const ms = (await costOf(SECONDS)) - quiet;
      stop();
      told.push(`${what}: +${ms.toFixed(1)}`);
      if (ms >= MAX_MS_PER_SECOND) over.push(what);
    };
    for (const [what, frame] of Object.entries(OWN_SOCKET)) {
      const perSecond = what === 'large frames' ? FRAMES_PER_SECOND / 2 : FRAMES_PER_SECOND - 1;
      await measure(
        what,
        flood(perSecond, () => signaling.send(frame(sessionId, sdp))),
      );
      expect(signaling.closeCode).toBeUndefined();
    }
    for (let i = 0; i < OTHER_SOCKETS; i += 1) others.push(await SignalingClient.connect(service.baseUrl));
    let turn = 0;
    const send = () => others[(turn += 1) % others.length]?.send({ type: 'nonsense' });
    await measure('sockets without a call', flood(FRAMES_PER_SECOND - 1, send));
    console.log(`ms a second of the main thread: ${told.join(', ')}`);
    expect(over).toEqual([]);
  }, 600_000);
});
