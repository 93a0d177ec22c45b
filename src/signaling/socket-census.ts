import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { AppConfig } from '../common/config/index.js';
import type { ApiError } from '../common/errors/index.js';
import { clientAddressReader, type ReadClientAddress } from '../common/http/index.js';
import { refusalOfSocket } from './upgrade-gate.js';

/** Who opened a socket. */
interface SocketClient {
  readonly address: string;
  /** Of the page; undefined for what is no page. */
  readonly origin: string | undefined;
}

/**
 * Which signaling sockets there are, from where, and which of them never had a call: what a further one is judged
 * by.
 */
@Injectable()
export class SocketCensus {
  private readonly clients = new Map<WebSocket, SocketClient>();
  private readonly unauthenticated = new Map<string, Set<WebSocket>>();
  private readonly addressOfRequest: ReadClientAddress;

  constructor(private readonly config: AppConfig) {
    this.addressOfRequest = clientAddressReader(config.http.trustedProxies);
  }

  /** Why the request gets no socket; undefined when it may have one. */
  refusalOf(request: IncomingMessage): ApiError | undefined {
    return refusalOfSocket(request, this.config.signaling, {
      total: this.clients.size,
      unauthenticatedOfAddress: this.unauthenticated.get(this.addressOfRequest(request))?.size ?? 0,
    });
  }

  add(socket: WebSocket, request: IncomingMessage): void {
    const address = this.addressOfRequest(request);
    this.clients.set(socket, { address, origin: request.headers.origin });
    const others = this.unauthenticated.get(address) ?? new Set();
    this.unauthenticated.set(address, others.add(socket));
    socket.once('close', () => {
      this.authenticated(socket);
      this.clients.delete(socket);
    });
  }

  /** The socket has, or had, a call of its own. */
  authenticated(socket: WebSocket): void {
    const address = this.clients.get(socket)?.address;
    const others = address === undefined ? undefined : this.unauthenticated.get(address);
    if (address === undefined || !others) return;
    others.delete(socket);
    if (others.size === 0) this.unauthenticated.delete(address);
  }

  isAuthenticated(socket: WebSocket): boolean {
    const address = this.clients.get(socket)?.address;
    return address !== undefined && !this.unauthenticated.get(address)?.has(socket);
  }

  clientOf(socket: WebSocket): SocketClient | undefined {
    return this.clients.get(socket);
  }
}
