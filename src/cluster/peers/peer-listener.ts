import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppConfig, ConfigError } from '../../common/config/index.js';
import { notFound } from '../../common/errors/index.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { instanceAddress } from '../instances/instance-address.js';

/** Prefix of all paths between instances, and of no others. */
const PEER_PATHS = '/internal/';

/**
 * A separate HTTP server for instances. Clients cannot reach it, and the public server's limits do not apply. It
 * listens from before this instance takes its lease until it has released it.
 */
@Injectable()
export class PeerListener implements OnModuleInit, OnApplicationShutdown {
  private readonly server: Server;
  private readonly requests = new WeakSet<IncomingMessage>();
  private isReady = false;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
  ) {
    this.server = createServer((request, response) => {
      if (!this.isReady || request.url?.startsWith(PEER_PATHS) !== true) {
        response.writeHead(this.isReady ? 404 : 503).end();
        return;
      }
      this.requests.add(request);
      this.fastify.routing(request, response);
    });
  }

  async onModuleInit(): Promise<void> {
    const { instance, http } = this.config;
    this.fastify.addHook('onListen', () => void (this.isReady = true));
    this.server.listen(instance.peerPort, http.host);
    try {
      await once(this.server, 'listening');
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      // Wrong HOST; the service's startup reports it.
      if (code === 'EADDRNOTAVAIL') throw cause;
      throw new ConfigError([`INSTANCE_PEER_PORT: port ${instance.peerPort} can't be used (${message})`]);
    }
    this.server.unref();
    this.lease.listensAt(instanceAddress(instance.address, this.server.address() as AddressInfo));
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** True if a request arrived here instead of on the public server. */
  has(request: IncomingMessage): boolean {
    return this.requests.has(request);
  }

  private get fastify(): FastifyInstance {
    return this.http.httpAdapter.getInstance<FastifyInstance>();
  }
}

/** Restricts a route to instances: on the public server the path does not exist. */
@Injectable()
export class PeersOnly implements CanActivate {
  constructor(private readonly listener: PeerListener) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.listener.has(context.switchToHttp().getRequest<FastifyRequest>().raw)) throw notFound();
    return true;
  }
}
