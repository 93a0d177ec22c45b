import { jest } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { toSignalingAddress } from '../../client/src/call-options.js';
import type { CallFrame } from '../../client/src/frames.js';
import {
  type ChannelEnd,
  pauseBeforeAttemptMs,
  SignalingChannel,
} from '../../client/src/signaling-channel.js';
import { verdict } from '../../client/src/heartbeat.js';
import { until } from '../support/until.js';

const OLD_REFUSAL = { code: 'INVALID_MESSAGE', message: 'The frame has no type or an unknown one.' };
const CLOSE = { type: 'close', sessionId: 'sess_1' } as const;

/** A server with sockets closed by the test. */
async function startServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.on('listening', resolve));
  const sockets: ServerSocket[] = [];
  const received: string[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => received.push(data.toString('utf8')));
  });
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    received,
    nthSocket: (n: number) => until(`socket ${n} is open`, () => sockets[n - 1]),
    async stop() {
      for (const socket of sockets) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function openChannel(address: string, isAlive = () => false) {
  const seen = { opened: 0, interrupted: 0, frames: [] as CallFrame[], ends: [] as ChannelEnd[] };
  const channel = new SignalingChannel(address, globalThis.WebSocket, {
    opened: () => (seen.opened += 1),
    frame: (frame) => seen.frames.push(frame),
    interrupted: () => (seen.interrupted += 1),
    isAlive,
    ended: (end) => seen.ends.push(end),
  });
  channel.connect();
  return { channel, seen };
}

describe('SDK signaling channel', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeEach(async () => (server = await startServer()));
  afterEach(() => server.stop());

  it('reconnects after a dropped socket and sends queued frames in order', async () => {
    const { channel, seen } = openChannel(server.address);
    (await server.nthSocket(1)).terminate();
    await until('the drop is noticed', () => seen.interrupted);
    const candidate = (text: string) =>
      ({
        type: 'ice-candidate',
        sessionId: 'sess_1',
        data: { candidate: text, sdpMid: '0', sdpMLineIndex: 0 },
      }) as const;
    channel.send(candidate('a'));
    channel.send(candidate('b'));
    await until('both frames came', () => server.received.length === 2);
    expect(server.received.map((text) => JSON.parse(text) as unknown)).toEqual([
      candidate('a'),
      candidate('b'),
    ]);
    expect(seen).toMatchObject({ opened: 2, interrupted: 1, ends: [] });
    channel.close();
  });

  it('asks for a WebSocket where the host has none, as Node 20', () => {
    const listener = { opened: jest.fn(), frame: jest.fn(), interrupted: jest.fn() };
    const channel = new SignalingChannel(server.address, undefined, {
      ...{ ...listener, isAlive: () => false, ended: jest.fn() },
    });
    expect(() => channel.connect()).toThrow(expect.objectContaining({ code: 'WEBRTC_UNSUPPORTED' }));
    expect(channel.isOpen).toBe(false);
  });

  it.each([1002, 1003, 1007, 1008, 1009, 4000, 4999])('treats close code %d as final', async (code) => {
    const { seen } = openChannel(server.address);
    (await server.nthSocket(1)).close(code, 'why');
    await until('the end is told', () => seen.ends.length);
    expect(seen.ends).toEqual([{ kind: 'refused', closeCode: code, closeReason: 'why' }]);
    expect(server.sockets).toHaveLength(1);
  });

  it.each([1001, 1011, 1012, 3000])('reconnects after close code %d', async (code) => {
    const { channel, seen } = openChannel(server.address);
    (await server.nthSocket(1)).close(code);
    await server.nthSocket(2);
    expect(seen.ends).toEqual([]);
    channel.close();
  });

  it('treats close code 1000 as a hang-up', async () => {
    const { seen } = openChannel(server.address);
    (await server.nthSocket(1)).close(1000);
    await until('the end is told', () => seen.ends.length);
    expect(seen.ends).toEqual([{ kind: 'hung-up' }]);
  });

  it('delivers frames sent before close and none afterwards', async () => {
    const { channel, seen } = openChannel(server.address);
    await until('it is open', () => seen.opened);
    channel.send(CLOSE);
    channel.close();
    channel.close();
    channel.send(CLOSE);
    await until('the frame came', () => server.received.length);
    const [socket] = server.sockets;
    await until('the socket is closed', () => socket?.readyState === socket?.CLOSED);
    expect(server.received.map((text) => JSON.parse(text) as unknown)).toEqual([CLOSE]);
    expect(seen.ends).toEqual([]);
  });

  it('ignores unknown messages', async () => {
    const { channel, seen } = openChannel(server.address);
    const socket = await server.nthSocket(1);
    for (const text of ['', '[', '[]', '{}', '{"type":"answer","sessionId":"s"}', '{"type":"new"}'])
      socket.send(text);
    socket.send(Buffer.from([1, 2, 3]));
    socket.send('{"type":"close","sessionId":"sess_1"}');
    await until('the good frame came', () => seen.frames.length);
    expect(seen.frames).toEqual([{ type: 'close', sessionId: 'sess_1' }]);
    channel.close();
  });

  describe('heartbeat', () => {
    /** Stops timers but not sockets. */
    const standStill = () =>
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const come = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };

    afterEach(() => jest.useRealTimers());

    it('replaces an unresponsive socket after a network change', async () => {
      const { channel, seen } = openChannel(server.address);
      await until('it is open', () => seen.opened);
      standStill();
      channel.watch();
      channel.check();
      await come(() => server.received.length === 1);
      jest.advanceTimersByTime(1_999);
      expect(seen.interrupted).toBe(0);
      jest.advanceTimersByTime(1);
      expect(seen.interrupted).toBe(1);
      jest.advanceTimersByTime(250);
      await come(() => server.sockets.length === 2);
      expect(server.received).toEqual(['{"type":"ping"}']);
      expect(seen.ends).toEqual([]);
      channel.close();
    });

    it.each([
      ['a pong', { type: 'pong' }],
      ['the refusal of a server that knows no ping', { type: 'error', sessionId: '', data: OLD_REFUSAL }],
    ])('keeps a socket that received %s and checks again', async (_name, answer) => {
      const { channel, seen } = openChannel(server.address);
      const socket = await server.nthSocket(1);
      await until('it is open', () => seen.opened);
      standStill();
      channel.watch();
      channel.check();
      await come(() => server.received.length === 1);
      socket.send(JSON.stringify(answer));
      // Arrives after the answer.
      socket.send(JSON.stringify(CLOSE));
      await come(() => seen.frames.length === 1);
      jest.advanceTimersByTime(3_000);
      await come(() => server.received.length === 2);
      expect(server.sockets).toHaveLength(1);
      expect(seen).toMatchObject({ opened: 1, interrupted: 0, frames: [CLOSE], ends: [] });
      channel.close();
    });
  });

  it('ignores a much delayed timer, as in a suspended page', () => {
    expect(verdict(0, 2_000)).toBe('lost');
    expect(verdict(0, 3_000)).toBe('lost');
    expect(verdict(0, 3_001)).toBe('ask again');
    expect(verdict(10_000, 0)).toBe('ask again');
  });

  it('backs off between attempts within limits', () => {
    const shortest = [0, 1, 2, 3, 4, 9].map((attempt) => pauseBeforeAttemptMs(attempt, () => 0));
    const longest = [0, 1, 2, 3, 4, 9].map((attempt) => pauseBeforeAttemptMs(attempt, () => 1));
    expect(shortest).toEqual([125, 250, 500, 1_000, 2_000, 2_000]);
    expect(longest).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });
});

describe('signaling channel address', () => {
  it.each([
    ['http://localhost:3000', 'ws://localhost:3000/api/v1/webrtc/signal'],
    ['https://voice.example.com/', 'wss://voice.example.com/api/v1/webrtc/signal'],
    ['wss://voice.example.com', 'wss://voice.example.com/api/v1/webrtc/signal'],
    ['ws://proxy.example.com/voice/signal', 'ws://proxy.example.com/voice/signal'],
  ])('is built from %s', (given, expected) => {
    expect(toSignalingAddress(given)).toBe(expected);
  });
});
