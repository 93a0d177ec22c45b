import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './client-address.js';

/** Browsers open six to a host; offices share an address. */
const MAX_IDLE_PER_ADDRESS = 64;

/**
 * Closes an address's oldest idle connections, and those with incomplete requests, above the limit, so that no client
 * exhausts the file descriptors. Connections with a running request, and WebSockets, have their own limits.
 * @param isProxy whether an address stands for many clients
 */
export function limitIdleConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  max = MAX_IDLE_PER_ADDRESS,
): void {
  const idle = new Map<string, Set<Socket>>();
  const sourceOf = ({ remoteAddress = '' }: Socket) => networkOf(remoteAddress);

  const rest = (socket: Socket) => {
    const source = sourceOf(socket);
    const ofSource = idle.get(source) ?? new Set();
    idle.set(source, ofSource.add(socket));
    const [oldest] = ofSource;
    if (ofSource.size > max) oldest?.destroy();
  };
  const leave = (socket: Socket, source = sourceOf(socket)) => {
    const ofSource = idle.get(source);
    ofSource?.delete(socket);
    if (ofSource?.size === 0) idle.delete(source);
  };

  server.on('connection', (socket: Socket) => {
    if (isProxy(socket.remoteAddress ?? '')) return;
    // A closed socket has no address any more.
    const source = sourceOf(socket);
    rest(socket);
    socket.once('close', () => leave(socket, source));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isProxy(socket.remoteAddress ?? '')) return;
    leave(socket);
    response.once('finish', () => {
      if (!socket.destroyed) rest(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => leave(socket));
}
