import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { SIGNALING_PATH } from '../../src/signaling/wire/index.js';
import { firstAnswerIn, sendRaw } from '../control/raw-http.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import type { HttpAnswer } from '../support/http.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const PER_ADDRESS = 40;
const UNCONNECTED_PER_TOKEN = 12;
const MAX_BUFFERED_BYTES = 65_536;

/** Hostile clients of one service; legitimate callers use another address. */
describe('hostile connections', () => {
  let fixture: CallFixture;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    const env = {
      CALL_DETACHED_GRACE_MS: '500',
      SIGNALING_ALLOWED_ORIGINS: 'https://shop.example',
    };
    fixture = await createCallFixture(env, undefined, {
      http: { requestTimeoutMs: 1_000 },
      signaling: { maxBufferedBytes: MAX_BUFFERED_BYTES, maxUnauthenticatedSocketsPerAddress: PER_ADDRESS },
      calls: { maxUnconnectedPerToken: UNCONNECTED_PER_TOKEN },
    });
  });
  afterEach(() => {
    fixture.closeClients();
    for (const socket of sockets.splice(0)) socket.terminate();
  });
  afterAll(() => fixture.close());

  /** Opens a socket from a loopback address. @returns The socket, or the status when refused. */
  async function open(localAddress: string): Promise<WebSocket | number> {
    const socket = new WebSocket(`${fixture.app.baseUrl.replace('http', 'ws')}${SIGNALING_PATH}`, {
      localAddress,
    });
    sockets.push(socket);
    socket.on('error', () => undefined);
    return new Promise((resolve) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
  }

  async function openRaw(localAddress: string): Promise<Socket> {
    const opened = await open(localAddress);
    if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
    return (opened as unknown as { _socket: Socket })._socket;
  }

  const upgrade = (headers: Record<string, string>, path = SIGNALING_PATH, method = 'GET') => {
    const all = {
      Host: '127.0.0.1',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };

  function expectEnvelope(answer: HttpAnswer, status: number, code: string): void {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toEqual({
      success: false,
      error: expect.any(String),
      error_id: answer.headers.get('x-service-correlation-id'),
      error_code: code,
      error_message: expect.any(String),
      data: null,
    });
  }

  it('ignores a requested upgrade to another protocol', async () => {
    const { port } = new URL(fixture.app.baseUrl);
    const headers = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'Content-Type': 'application/json',
      'X-API-KEY': await fixture.app.createKey(fixture.account),
    };
    const path = `/v1/agents/${fixture.agentId}/deployments/publish`;
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers });
    asked.end('{"environment":"sandbox"}');
    const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(201);
  });

  it.each([
    ['on a path that nobody has', {}, '/api/v1/nothing', 404, 'NOT_FOUND'],
    ['with a slash behind the path', {}, `${SIGNALING_PATH}/`, 404, 'NOT_FOUND'],
    ['of an old version', { 'Sec-WebSocket-Version': '8' }, SIGNALING_PATH, 426, 'UPGRADE_REQUIRED'],
    ['without a key', { 'Sec-WebSocket-Key': '' }, SIGNALING_PATH, 400, 'BAD_REQUEST'],
    ['with a malformed Host', { Host: 'a b' }, SIGNALING_PATH, 400, 'BAD_REQUEST'],
    ["of another page's origin", { Origin: 'https://evil.example' }, SIGNALING_PATH, 403, 'FORBIDDEN'],
  ])('answers an upgrade %s with the error envelope', async (_name, headers, path, status, code) => {
    const received = await sendRaw(
      fixture.app.baseUrl,
      upgrade({ Connection: 'Upgrade, close', ...headers }, path),
    );
    expectEnvelope(firstAnswerIn(received), status, code);
  });

  it('answers other methods and a plain GET on the path with 405 and 426 in the error envelope', async () => {
    const received = await sendRaw(
      fixture.app.baseUrl,
      upgrade({ Connection: 'Upgrade, close', 'Content-Length': '0' }, SIGNALING_PATH, 'POST'),
    );
    expectEnvelope(firstAnswerIn(received), 405, 'METHOD_NOT_ALLOWED');
    const { status, headers, ...plain } = await fetch(`${fixture.app.baseUrl}${SIGNALING_PATH}`).then(
      async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.json() }),
    );
    expectEnvelope({ status, headers, ...plain }, 426, 'UPGRADE_REQUIRED');
    expect(headers.get('upgrade')).toBe('websocket');
  });

  it.each([
    ['headers', 'GET /health HTTP/1.1\r\nHost: x\r\n'],
    [
      'body',
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
    [
      'chunks',
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    ],
  ])('destroys a connection with a late %s, even if the client keeps it open', async (_part, request) => {
    const { port } = new URL(fixture.app.baseUrl);
    const inService = fixture.app.module<typeof import('./support/in-service.js')>(
      'test/signaling/support/in-service.ts',
    );
    const before = await inService.connections();
    const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
    let received = '';
    socket.setEncoding('utf8').on('data', (data: string) => (received += data));
    const beganAtMs = performance.now();
    socket.write(request);
    await until('the answer came', () => received.includes('\r\n\r\n'));
    // The limit of 1 s plus Node's check interval.
    expect(performance.now() - beganAtMs).toBeLessThan(4_000);
    expectEnvelope(firstAnswerIn(received), 408, 'REQUEST_TIMEOUT');
    await until('the server has let go', async () => (await inService.connections()) <= before);
    socket.destroy();
  });

  it('limits memory for a client that pings without reading', async () => {
    const raw = await openRaw('127.0.0.2');
    raw.pause();
    let isGone = false;
    raw.on('close', () => (isGone = true));
    raw.on('error', () => undefined);
    const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)]);
    const burst = Buffer.concat(Array.from({ length: 500 }, () => ping));
    const inService = fixture.app.module<typeof import('../support/service/harm.js')>(
      'test/support/service/harm.ts',
    );
    const before = await inService.usedBytes();
    await until('it is cut', () => {
      while (!isGone && raw.writableLength < 1_000_000) raw.write(burst);
      return isGone;
    });
    expect((await inService.usedBytes()) - before).toBeLessThan(20 * 1_048_576);
  });

  it('counts pings as frames, and closes a socket with too many frames or fragments', async () => {
    const pinging = await SignalingClient.connect(fixture.app.baseUrl);
    for (let i = 0; i < 1_000; i += 1) pinging.socket.ping();
    expect(await pinging.closed()).toBe(1008);
    const inPieces = await SignalingClient.connect(fixture.app.baseUrl);
    const raw = (inPieces.socket as unknown as { _socket: Socket })._socket;
    raw.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]));
    for (let i = 0; i < 1_000; i += 1) raw.write(Buffer.from([0x00, 0x80, 0, 0, 0, 0]));
    expect(await inPieces.closed()).toBe(1008);
  });

  it('answers a ping with its payload', async () => {
    const client = await fixture.signaling();
    client.socket.ping('are you there');
    const [payload] = (await once(client.socket, 'pong')) as [Buffer];
    expect(String(payload)).toBe('are you there');
  });

  it('limits sockets without a call per address while admitting others', async () => {
    const outcomes: (WebSocket | number)[] = [];
    for (let i = 0; i < 5 * PER_ADDRESS; i += 1) outcomes.push(await open('127.0.0.2'));
    const refused = outcomes.filter((outcome) => outcome === 429);
    expect(refused).toHaveLength(4 * PER_ADDRESS);
    const client = await fixture.signaling();
    const { sessionId } = await fixture.call(client);
    client.send({ type: 'close', sessionId });
    const [first] = outcomes;
    if (typeof first === 'object') first.terminate();
    await until('there is a place again', async () => typeof (await open('127.0.0.2')) === 'object');
  });

  it('limits unconnected calls per token while answering other callers', async () => {
    const { app, account } = fixture;
    const other = await app.createConnector(account, fixture.agentId, 'sandbox');
    const crowd = await fixture.signaling();
    for (let i = 0; i < 4 * UNCONNECTED_PER_TOKEN; i += 1) {
      const data = { type: 'offer', sdp: fixture.sdp };
      crowd.send({ type: 'offer', sessionId: '', data, authToken: fixture.token, mode: 'echo' });
    }
    const outcomes = () => crowd.received.filter(({ type }) => type === 'answer' || type === 'error');
    await until('all have an outcome', () => outcomes().length === 4 * UNCONNECTED_PER_TOKEN, 20_000);
    expect(outcomes().filter(({ type }) => type === 'answer')).toHaveLength(UNCONNECTED_PER_TOKEN);
    expect(String(outcomes().at(-1)?.data?.['message'])).toContain('not connected yet');
    const client = await fixture.signaling();
    expect(await client.offer(fixture.sdp, other, { mode: 'echo' })).toMatchObject({ type: 'answer' });
    for (const { sessionId } of outcomes()) if (sessionId) crowd.send({ type: 'close', sessionId });
    client.destroy();
    await fixture.allReleased(20_000);
  });

  it('treats null candidate data as end-of-candidates', async () => {
    const client = await fixture.signaling();
    const { sessionId } = await fixture.call(client);
    const seen = client.received.length;
    client.send({ type: 'ice-candidate', sessionId, data: null });
    client.send({
      type: 'ice-candidate',
      sessionId,
      data: { candidate: '', sdpMid: null, sdpMLineIndex: null },
    });
    client.send({ type: 'nonsense' });
    const first = await client.next(({ type }) => type === 'error', seen);
    expect(first.data?.['code']).toBe('INVALID_MESSAGE');
    expect(String(first.data?.['message'])).toContain('type');
    client.send({ type: 'close', sessionId });
  });
});
