import { newId } from '../../src/common/ids/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { Callers } from '../support/callers.js';
import { publish } from '../support/publish.js';
import type { ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { type Watch, watchService } from '../support/unharmed.js';
import { inBatches, KNOWN_REFUSALS, malformedFrames, WRONG_BYTES } from './support/malformed-frames.js';

const FRAMES_PER_SECOND = 1_000;
/** Well below the ten-second burst limit. */
const FRAMES_PER_SOCKET = 2_500;
const MANY = '100000';
const CALLS_PER_ACCOUNT = 250;
/** Calls with speaking agents before their sockets are destroyed. */
const CALLS_AT_ONCE = 20;

/** The cases of test/signaling/signaling-faults.e2e-spec.ts at scale. */
describe('signaling under load', () => {
  let fixture: CallFixture;
  let watch: Watch;

  beforeAll(async () => {
    const env = {
      MEDIA_LISTEN_IP: '127.0.0.1',
      CALL_DETACHED_GRACE_MS: '500',
      CALL_MAX_CONCURRENT: MANY,
      CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE: MANY,
    };
    fixture = await createCallFixture(env, undefined, {
      quotas: {
        concurrentCalls: CALLS_PER_ACCOUNT,
        concurrentCallsPerAgent: Number(MANY),
        unconnectedCalls: Number(MANY),
      },
      signaling: {
        maxFramesPerSecond: FRAMES_PER_SECOND,
        maxBufferedBytes: 65_536,
        idleTimeoutMs: 20_000,
        maxUnauthenticatedSocketsPerAddress: Number(MANY),
      },
      calls: { maxUnconnectedPerToken: Number(MANY) },
    });
    // The mutation library keeps 80 MiB of tables after first use.
    malformedFrames(100, '', 0);
    // So does the agent's voice.
    const callers = Callers.start();
    const signaling = await fixture.signaling();
    await callers.signaledCall(signaling, fixture.token);
    await callers.untilHearing(1, 60_000);
    signaling.close();
    await callers.stop();
    watch = await watchService(fixture);
  }, 120_000);

  afterEach(async () => {
    fixture.closeClients();
    await watch.expectUnharmed();
  }, 90_000);
  afterAll(() => fixture.close());

  /** Sends the frames over as many sockets as their limits require. @returns All answers. */
  async function answersTo(frames: readonly (string | Buffer)[]): Promise<ReceivedFrame[]> {
    const answers: ReceivedFrame[] = [];
    for (let sent = 0; sent < frames.length; sent += FRAMES_PER_SOCKET) {
      const client = await fixture.signaling();
      await inBatches(
        frames.slice(sent, sent + FRAMES_PER_SOCKET),
        (frame) => client.socket.send(frame),
        async (due) => void (await until('all are answered', () => client.received.length >= due)),
      );
      answers.push(...client.received);
      client.close();
    }
    return answers;
  }

  const offerFrame = () => ({
    type: 'offer',
    sessionId: '',
    data: { type: 'offer', sdp: fixture.sdp },
    authToken: fixture.token,
    mode: 'echo',
  });

  it('answers each of 10,000 malformed frames, or closes the socket at its byte limit', async () => {
    const answers = await answersTo(malformedFrames(10_000, fixture.token, 11));
    expect(answers).toHaveLength(10_000);
    const codes = new Set(answers.map(({ data }) => String(data?.['code'])));
    expect([...codes].filter((code) => !KNOWN_REFUSALS.includes(code))).toEqual([]);
    for (let i = 0; i < 50; i += 1) {
      const broken = await fixture.signaling();
      // A text frame with invalid UTF-8, sent past the library's check.
      const raw = (broken.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
      raw.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0x80 + i]));
      expect(WRONG_BYTES).toContain(await broken.closed());
    }
    await fixture.allReleased();
  }, 180_000);

  it('closes idle, flooding and unread sockets while answering others', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => fixture.signaling()));
    const flood = await fixture.signaling();
    for (let i = 0; i < FRAMES_PER_SECOND * 14; i += 1) flood.send({ type: 'nonsense' });
    const deaf = await fixture.signaling();
    deaf.socket.pause();
    // Answers repeat the session id and fill the unread client's buffers.
    const longAnswer = { type: 'nonsense', sessionId: 'x'.repeat(1_000) };
    const feeding = setInterval(() => {
      for (let i = 0; i < 80 && deaf.closeCode === undefined; i += 1) deaf.send(longAnswer);
    }, 100);
    const times = await timeOffers(100);
    expect(times.sort((a, b) => a - b)[98]).toBeLessThan(500);
    expect(await flood.closed()).toBe(1008);
    await until('the deaf client is cut', () => deaf.closeCode !== undefined, 60_000);
    clearInterval(feeding);
    await until(
      'all idle sockets are closed',
      () => idle.every(({ closeCode }) => closeCode === 1001),
      60_000,
    );
    await fixture.allReleased();
  }, 180_000);

  it("limits the calls of an account's 500 sockets while answering another account", async () => {
    const crowd = await Promise.all(Array.from({ length: 500 }, () => fixture.signaling()));
    const token = await tokenOfAnotherAccount();
    for (const client of crowd) client.send(offerFrame());
    const times = await timeOffers(100, token);
    expect(times.sort((a, b) => a - b)[98]).toBeLessThan(500);
    const outcomes = await Promise.all(
      crowd.map((client) => client.next(({ type }) => type === 'answer' || type === 'error')),
    );
    const refusals = outcomes.filter(({ type }) => type === 'error').map(({ data }) => data);
    expect(refusals).toHaveLength(500 - CALLS_PER_ACCOUNT);
    const message = `The account has ${CALLS_PER_ACCOUNT} calls, which is the limit (quota concurrentCalls). Try again when one has ended.`;
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ code: 'MEDIA_BRIDGE_FAILURE', message })]),
    );
  }, 180_000);

  it('answers 10,000 guessed session ids alike without affecting the call', async () => {
    const { sessionId, peer } = await fixture.call(await fixture.signaling());
    const guesses = Array.from({ length: 10_000 }, (_, i) => {
      const guess = i % 100 === 0 ? sessionId : newId('sess');
      const candidate = { candidate: '', sdpMid: '0', sdpMLineIndex: 0 };
      const frames = [
        { type: 'close', sessionId: guess },
        { type: 'ice-candidate', sessionId: guess, data: candidate },
        { ...offerFrame(), sessionId: guess },
      ];
      return JSON.stringify(frames[i % frames.length]);
    });
    const received = await answersTo(guesses);
    const answers = new Set(received.map(({ type, data }) => JSON.stringify({ type, data })));
    expect([...answers]).toHaveLength(1);
    expect(received[0]).toMatchObject({ type: 'error', data: { code: 'INVALID_ARGUMENT' } });
    expect(peer.connectionState).toBe('connected');
    expect(await fixture.activeSessions()).toBe(1);
  }, 180_000);

  it.each([
    ['before it sends anything', () => Promise.resolve()],
    ['while its offer is on the way', sendOffer],
    ['while its offer is served', (client: SignalingClient) => afterOffer(client, nextTurn)],
    [
      'when it has its answer',
      (client: SignalingClient) => afterOffer(client, () => frame(client, 'answer')),
    ],
    [
      'when it has a candidate',
      (client: SignalingClient) => afterOffer(client, () => frame(client, 'ice-candidate')),
    ],
  ])(
    'frees everything of 200 sockets destroyed, each %s',
    async (_step, reachStep) => {
      for (let i = 0; i < 200; i += 1) {
        const client = await fixture.signaling();
        await reachStep(client);
        client.destroy();
      }
      await fixture.allReleased(20_500);
      await until('every record is finished', async () => {
        const open = await fixture.app.prisma.conversation.count({ where: { endedAt: null } });
        return open === 0;
      });
    },
    180_000,
  );

  it('frees everything of 200 calls when their sockets are destroyed while the agent speaks', async () => {
    for (let batch = 0; batch < 200 / CALLS_AT_ONCE; batch += 1) {
      const callers = Callers.start();
      try {
        const clients: SignalingClient[] = [];
        for (let i = 0; i < CALLS_AT_ONCE; i += 1) {
          const client = await fixture.signaling();
          await callers.signaledCall(client, fixture.token);
          clients.push(client);
        }
        await callers.untilHearing(CALLS_AT_ONCE);
        for (const client of clients) client.destroy();
        expect(await fixture.activeSessions()).toBe(CALLS_AT_ONCE);
      } finally {
        // A call without a socket lasts as long as its media.
        await callers.stop();
      }
      await fixture.allReleased(20_500);
    }
  }, 300_000);

  async function tokenOfAnotherAccount(): Promise<string> {
    const { app } = fixture;
    const account = await app.createAccount();
    const agentId = await app.createAgent(account);
    await publish(app, account, agentId, 'sandbox');
    return app.createConnector(account, agentId, 'sandbox');
  }

  async function timeOffers(count: number, token = fixture.token): Promise<number[]> {
    const client = await fixture.signaling();
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const beganMs = performance.now();
      const { type, sessionId } = await client.offer(fixture.sdp, token, { mode: 'echo' });
      times.push(performance.now() - beganMs);
      expect(type).toBe('answer');
      client.send({ type: 'close', sessionId });
    }
    return times;
  }

  function sendOffer(client: SignalingClient): Promise<void> {
    client.send(offerFrame());
    return Promise.resolve();
  }

  async function afterOffer(client: SignalingClient, wait: () => Promise<unknown>): Promise<void> {
    await sendOffer(client);
    await wait();
  }
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const frame = (client: SignalingClient, type: string) => client.next((received) => received.type === type);
