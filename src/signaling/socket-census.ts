import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { WebSocket } from 'ws';
import { atMost } from '../common/caches/index.js';
import { AppConfig } from '../common/config/index.js';
import type { ApiError } from '../common/errors/index.js';
import { clientAddressReader, type ReadClientAddress } from '../http/client-address.js';
import { TokenBucket } from '../quotas/index.js';
import { refusalOfSocket } from './upgrade-gate.js';

const SOCKET_BURST_SECONDS = 20;
/** All users of an office reconnect at once after an outage. */
const ADDRESS_BURST_SECONDS = 100;
/** A frame costs main-thread time by its size; nearly all frames are smaller than this. */
const BYTES_PER_USE = 8_192;
const REMEMBERED_ADDRESSES = 10_000;

interface SocketClient {
  readonly address: string;
  /** The page's origin; undefined for clients that are not web pages. */
  readonly origin: string | undefined;
  readonly frames: TokenBucket;
}

/** Tracks signaling sockets by address, and those that never had a call, to judge further ones. */
@Injectable()
export class SocketCensus {
  private readonly clients = new Map<WebSocket, SocketClient>();
  private readonly unauthenticated = new Map<string, Set<WebSocket>>();
  private readonly addressOfRequest: ReadClientAddress;
  /** Budgets of sockets without a call, per address, so that more sockets gain nothing. */
  private readonly frames = new LRUCache<string, TokenBucket>(atMost(REMEMBERED_ADDRESSES));

  constructor(private readonly config: AppConfig) {
    this.addressOfRequest = clientAddressReader(config.http.trustedProxies);
  }

  /** Why the request is refused a socket; undefined if it is allowed. */
  refusalOf(request: IncomingMessage): ApiError | undefined {
    return refusalOfSocket(request, this.config.signaling, {
      total: this.clients.size,
      unauthenticatedOfAddress: this.unauthenticated.get(this.addressOfRequest(request))?.size ?? 0,
    });
  }

  add(socket: WebSocket, request: IncomingMessage): void {
    const address = this.addressOfRequest(request);
    const frames = this.bucket(SOCKET_BURST_SECONDS);
    this.clients.set(socket, { address, origin: request.headers.origin, frames });
    const others = this.unauthenticated.get(address) ?? new Set();
    this.unauthenticated.set(address, others.add(socket));
    socket.once('close', () => {
      this.authenticated(socket);
      this.clients.delete(socket);
    });
  }

  /** The socket has or had a call. */
  authenticated(socket: WebSocket): void {
    const address = this.clients.get(socket)?.address;
    const others = address === undefined ? undefined : this.unauthenticated.get(address);
    if (address === undefined || !others) return;
    others.delete(socket);
    if (others.size === 0) this.unauthenticated.delete(address);
  }

  /**
   * Whether the budget allows one more frame: the socket's own if it has a call, otherwise its address's. An address
   * can thus send in proportion to its calls.
   */
  mayServe(socket: WebSocket, bytes: number): boolean {
    const client = this.clients.get(socket);
    if (!client) return false;
    const { address } = client;
    const isUnauthenticated = this.unauthenticated.get(address)?.has(socket) === true;
    const ofAddress = isUnauthenticated ? this.framesOf(address) : undefined;
    const [nowMs, cost] = [performance.now(), Math.max(1, Math.ceil(bytes / BYTES_PER_USE))];
    return client.frames.spend(nowMs, cost) && (ofAddress?.spend(nowMs, cost) ?? true);
  }

  clientOf(socket: WebSocket): SocketClient | undefined {
    return this.clients.get(socket);
  }

  private framesOf(address: string): TokenBucket {
    const known = this.frames.get(address);
    if (known) return known;
    const made = this.bucket(ADDRESS_BURST_SECONDS);
    this.frames.set(address, made);
    return made;
  }

  private bucket(burstSeconds: number): TokenBucket {
    const { maxFramesPerSecond } = this.config.signaling;
    return new TokenBucket(maxFramesPerSecond, maxFramesPerSecond * burstSeconds, performance.now());
  }
}
