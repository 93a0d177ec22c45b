import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { IdleSockets } from './idle-sockets.js';

it('checks sockets only while there are any', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket] = (await connected) as [WebSocket];
  await once(client, 'open');
  const looks = jest.fn(() => new Set<never>());
  const limits = { firstOfferTimeoutMs: 60_000, idleTimeoutMs: 60_000 };
  const sockets = new IdleSockets(limits, looks);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(looks).not.toHaveBeenCalled();
  sockets.add({ socket, connection: {} as never, mayBeAwaited: () => false });
  while (looks.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  client.close();
  await once(socket, 'close');
  const looked = looks.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(looks).toHaveBeenCalledTimes(looked);
  server.close();
  await once(server, 'close');
});
