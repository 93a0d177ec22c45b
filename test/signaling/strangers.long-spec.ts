import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { SIGNALING_PATH } from '../../src/signaling/wire/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const MIB = 1_048_576;
const MAX_GROWTH_MIB = 50;
const STRANGER = '127.0.0.2';
const PINGER = '127.0.0.3';
const SOCKETS_WITHOUT_OFFER = 2_000;
const HALF_OPEN_OFFERS = 220;
const PINGING_SOCKETS = 20;
/** Sent in one write, far beyond a socket's limit. */
const PINGS_EACH = 20_000;
const TIMED_OFFERS = 100;

/** Uses the default limits, except for the call rate of the test's own token. */
describe('concurrent resource exhaustion by unknown clients', () => {
  let fixture: CallFixture;
  let othersToken: string;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    fixture = await createCallFixture({ CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE: '1000' });
    const other = await fixture.app.createAccount();
    const agentId = await fixture.app.createAgent(other);
    await publish(fixture.app, other, agentId, 'sandbox');
    othersToken = await fixture.app.createConnector(other, agentId, 'sandbox');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await fixture.close();
  });

  /** Opens a socket from a loopback address. @returns The socket, or the status when refused. */
  async function open(localAddress: string): Promise<WebSocket | number> {
    const socket = new WebSocket(`${fixture.app.baseUrl.replace('http', 'ws')}${SIGNALING_PATH}`, {
      localAddress,
    });
    sockets.push(socket);
    socket.on('error', () => undefined);
    return new Promise((resolve) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
  }

  /** Offers and hang-ups of another account's caller. @returns How long each answer took. */
  async function timeOffers(client: SignalingClient, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const beganMs = performance.now();
      const { type, sessionId } = await client.offer(fixture.sdp, othersToken, { mode: 'echo' });
      times.push(performance.now() - beganMs);
      expect(type).toBe('answer');
      client.send({ type: 'close', sessionId });
    }
    return times;
  }

  /** Never reads, so that answers pile up. */
  async function pingOn(): Promise<Socket> {
    const opened = await open(PINGER);
    if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
    const raw = (opened as unknown as { _socket: Socket })._socket;
    raw.pause();
    const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)]);
    raw.write(Buffer.concat(Array.from({ length: PINGS_EACH }, () => ping)));
    return raw;
  }

  async function openInVain(): Promise<number> {
    const outcomes: (WebSocket | number)[] = [];
    for (let i = 0; i < SOCKETS_WITHOUT_OFFER; i += 20)
      outcomes.push(...(await Promise.all(Array.from({ length: 20 }, () => open(STRANGER)))));
    return outcomes.filter((outcome) => outcome === 429).length;
  }

  async function offerInVain(): Promise<string[]> {
    const crowd = await fixture.signaling();
    const outcomes: string[] = [];
    // 20 at a time stay within a socket's limit.
    for (let i = 0; i < HALF_OPEN_OFFERS; i += 20) {
      for (let j = 0; j < 20; j += 1) {
        const data = { type: 'offer', sdp: fixture.sdp };
        crowd.send({ type: 'offer', sessionId: '', data, authToken: fixture.token, mode: 'echo' });
      }
      await until('each has an outcome', () => {
        outcomes.splice(0);
        for (const { type } of crowd.received) if (type === 'answer' || type === 'error') outcomes.push(type);
        return outcomes.length === i + 20;
      });
    }
    return outcomes;
  }

  it('leaves others admitted with p99 offer-to-answer below 500 ms and memory within 50 MiB', async () => {
    const caller = await fixture.signaling();
    await timeOffers(caller, 10);
    const inService = fixture.app.module<typeof import('../support/service/harm.js')>(
      'test/support/service/harm.ts',
    );
    const before = await inService.usedBytes();
    const pinging = await Promise.all(Array.from({ length: PINGING_SOCKETS }, pingOn));
    const [refused, outcomes, times] = await Promise.all([
      openInVain(),
      offerInVain(),
      timeOffers(caller, TIMED_OFFERS),
    ]);
    const p99Ms = Math.round(times.sort((a, b) => a - b)[TIMED_OFFERS - 2] ?? 0);
    const grownMib = Math.round(((await inService.usedBytes()) - before) / MIB);
    const answered = outcomes.filter((type) => type === 'answer').length;
    console.info(
      `p99 ${p99Ms} ms, ${grownMib} MiB more, ${refused} sockets refused, ${answered} offers answered`,
    );
    expect(p99Ms).toBeLessThan(500);
    expect(grownMib).toBeLessThanOrEqual(MAX_GROWTH_MIB);
    expect(refused).toBeGreaterThanOrEqual(SOCKETS_WITHOUT_OFFER - 200);
    expect(answered).toBe(64);
    for (const raw of pinging) raw.resume();
    await until('who pinged too much is gone', () => pinging.every(({ destroyed }) => destroyed));
    await timeOffers(caller, 1);
  }, 180_000);
});
