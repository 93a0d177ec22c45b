import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { limitIdleConnections } from './idle-connections.js';

const MAX = 3;
const clients: Socket[] = [];

async function listening(isProxy = (_address: string) => false): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/slow') response.end('ok');
  });
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  limitIdleConnections(server, isProxy, MAX);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function connection(server: Server, text = ''): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  clients.push(socket);
  await accepted;
  if (text !== '') socket.write(text);
  return socket;
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const closed = (socket: Socket) => once(socket, 'close');

describe('limit of idle connections per address', () => {
  let server: Server | undefined;
  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
    server?.closeAllConnections();
    server?.close();
  });

  it('closes the oldest that sent nothing or half a request', async () => {
    server = await listening();
    const [nothing, half] = [await connection(server), await connection(server, 'GET / HTTP/1.1\r\nHo')];
    for (let more = 0; more < MAX; more += 1) await connection(server);
    await Promise.all([closed(nothing), closed(half)]);
  });

  it('spares active requests, WebSockets and connections answered last', async () => {
    server = await listening();
    const slow = await connection(server, get('/slow'));
    await once(server, 'request');
    const upgraded = await connection(server, get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'));
    await once(upgraded, 'data');
    const oldest = await connection(server);
    const answered = await connection(server);
    await connection(server);
    answered.write(get('/'));
    await once(answered, 'data');
    await connection(server);
    await closed(oldest);
    expect([slow, upgraded, answered].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it('does not apply to trusted proxies', async () => {
    server = await listening(() => true);
    const first = await connection(server);
    for (let more = 0; more < 2 * MAX; more += 1) await connection(server);
    first.write(get('/'));
    await once(first, 'data');
  });
});
