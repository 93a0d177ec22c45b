import { setTimeout as delay } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { WebRtcClient } from '../support/webrtc-client.js';

/** Per second, beyond the call's own cost, with an agent that speaks constantly: texts are answered. */
const MAX_MS_PER_SECOND = 10;
const SECONDS = 6;
/** The median counts: periodic work of the service is not the caller's. */
const ROUNDS = 5;
/** Bursts are over by then. */
const WARM_UP_SECONDS = 22;
const FRAMES_PER_SECOND = 10;
const OTHER_SOCKETS = 90;
const GREETED_MS = 4_000;

type Frame = (sessionId: string, sdp: string) => object;

const candidate = (number: number) => ({
  candidate: `candidate:${number} 1 udp 2122260223 192.0.2.${number % 250} 50000 typ host`,
  sdpMid: '0',
  sdpMLineIndex: 0,
});

/** Everything a caller may send over its socket at maximum rate. */
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
  let token: string;
  const open: { close(): void }[] = [];

  beforeAll(async () => {
    service = await createTestApp();
    const account = await service.createAccount();
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'We are open from nine to six on all days of the week but Sunday. '.repeat(20),
      turnTaking: { noInputPromptMs: 0, hangUpAfterSilenceMs: 0 },
    });
    await publish(service, account, agentId, 'sandbox');
    token = await service.createConnector(account, agentId, 'sandbox');
  }, 120_000);
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => service?.close());

  const inService = () => service.module<typeof import('./in-service.js')>('test/limits/in-service.ts');

  async function call() {
    const [signaling, peer] = [await SignalingClient.connect(service.baseUrl), new WebRtcClient()];
    open.push(signaling, peer);
    const sdp = await peer.createOffer();
    const { sessionId, data } = await signaling.offer(sdp, token, { mode: 'end-to-end' }, 30_000);
    await peer.acceptAnswer(String(data?.['sdp']));
    await delay(GREETED_MS);
    return { signaling, sessionId, sdp };
  }

  /** CPU time of the service's main thread, in ms a second. */
  async function costOf(): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await inService().mainThreadMs();
      await delay(SECONDS * 1_000);
      costs.push(((await inService().mainThreadMs()) - before) / SECONDS);
    }
    return costs.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  }

  /** The cost of frames beyond the call itself, after bursts. */
  async function expectCheap(what: string, perSecond: number, send: () => void): Promise<void> {
    const quiet = await costOf();
    const timer = setInterval(send, 1_000 / perSecond);
    await delay(WARM_UP_SECONDS * 1_000);
    const flooded = await costOf();
    clearInterval(timer);
    console.log(`${what}: ${flooded.toFixed(1)} ms a second, without them ${quiet.toFixed(1)}`);
    expect(flooded - quiet).toBeLessThan(MAX_MS_PER_SECOND);
  }

  it.each(Object.keys(OWN_SOCKET))(
    'uses less than 10 ms of main thread per second with %s',
    async (what) => {
      const { signaling, sessionId, sdp } = await call();
      const perSecond = what === 'large frames' ? FRAMES_PER_SECOND / 2 : FRAMES_PER_SECOND - 1;
      await expectCheap(what, perSecond, () => signaling.send(OWN_SOCKET[what]?.(sessionId, sdp)));
      expect(signaling.closeCode).toBeUndefined();
    },
    180_000,
  );

  it('uses less than 10 ms of main thread per second with sockets without a call', async () => {
    const others: SignalingClient[] = [];
    for (let i = 0; i < OTHER_SOCKETS; i += 1) others.push(await SignalingClient.connect(service.baseUrl));
    open.push(...others);
    let turn = 0;
    await expectCheap('sockets without a call', FRAMES_PER_SECOND - 1, () =>
      others[(turn += 1) % others.length]?.send({ type: 'nonsense' }),
    );
  }, 180_000);
});
