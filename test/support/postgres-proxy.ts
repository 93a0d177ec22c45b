import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageCutter, type WireMessage } from './wire-messages.js';
import { type Place, WireSession } from './wire-session.js';

/**
 * What happens to a message: late but in time; after the client gave up; never, nor anything after it (and the server
 * learns at once, or never, that the client is gone); or both sides lose the connection.
 */
export type Deed = 'delay' | 'late' | 'freeze' | 'strand' | 'cut';

export interface Fault extends Place {
  readonly deed: Deed;
  /** How many messages it affects. */
  readonly times: number;
}

/** A PostgreSQL proxy that understands the protocol and injects faults at chosen messages. */
export class PostgresProxy {
  private readonly server = net.createServer({ allowHalfOpen: true }, (client) => this.join(client));
  private readonly sockets = new Set<net.Socket>();
  private fault: Fault | undefined;
  private left = 0;
  private isRefusing = false;

  private constructor(
    private target: URL,
    private readonly lateMs: number,
  ) {}

  /** `lateMs`: longer than any client waits. */
  static async create(targetUrl: string, lateMs: number): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(new URL(targetUrl), lateMs);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** Database URL through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** The target of new connections. */
  retarget(targetUrl: string): void {
    this.target = new URL(targetUrl);
    this.isRefusing = false;
  }

  /** Closes new connections at once, as without a server. */
  refuse(): void {
    this.isRefusing = true;
  }

  arm(fault: Fault): void {
    this.fault = fault;
    this.left = fault.times;
  }

  /** How many more messages the fault will affect. */
  get remaining(): number {
    return this.left;
  }

  disarm(): void {
    this.left = 0;
  }

  /** Cuts every connection, so that statements are parsed again. */
  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cutAll();
    await closed;
  }

  private join(client: net.Socket): void {
    if (this.isRefusing) {
      client.destroy();
      return;
    }
    const server = net.connect({
      port: Number(this.target.port),
      host: this.target.hostname,
      allowHalfOpen: true,
    });
    const session = new WireSession();
    const pair = { client, server, isStranded: false };
    this.relay(pair, client, server, new MessageCutter(true), (message) => session.sent(message));
    this.relay(pair, server, client, new MessageCutter(false), (message) => session.answered(message));
  }

  /** Forwards messages in order, each delayed by its fault. */
  private relay(
    pair: Pair,
    from: net.Socket,
    to: net.Socket,
    cutter: MessageCutter,
    placeOf: (message: WireMessage) => Place | undefined,
  ): void {
    this.sockets.add(from);
    // Messages are sent one by one; with Nagle's algorithm each statement would take 40 ms.
    from.setNoDelay(true);
    let queue = Promise.resolve(true);
    from.on('error', () => undefined);
    from.on('data', (chunk) => {
      for (const message of cutter.take(chunk)) {
        const deed = this.deedAt(placeOf(message));
        queue = queue.then(async (flows) => flows && (await this.pass(pair, from, to, message, deed)));
      }
    });
    from.on('close', () => {
      this.sockets.delete(from);
      void queue.then(() => {
        if (!pair.isStranded || from !== pair.client) to.destroySoon();
      });
    });
    // This protocol has no use for half-closed connections.
    from.on('end', () => from.destroySoon());
  }

  private deedAt(place: Place | undefined): Deed | undefined {
    const { fault } = this;
    if (!fault || this.left === 0 || place?.part !== fault.part || place.step !== fault.step)
      return undefined;
    this.left--;
    return fault.deed;
  }

  /** False when this direction is closed. */
  private async pass(
    pair: Pair,
    from: net.Socket,
    to: net.Socket,
    { bytes }: WireMessage,
    deed: Deed | undefined,
  ): Promise<boolean> {
    if (deed === 'cut') {
      pair.client.destroy();
      pair.server.destroy();
      return false;
    }
    if (deed === 'freeze' || deed === 'strand') {
      pair.isStranded = deed === 'strand';
      // Not `once`, which rejects on a connection error.
      if (!pair.client.closed) await new Promise((resolve) => pair.client.on('close', resolve));
      return false;
    }
    if (deed === 'delay') await delay(this.lateMs / 10);
    if (deed === 'late') await delay(this.lateMs);
    if (to.writable) to.write(bytes);
    return true;
  }
}

interface Pair {
  readonly client: net.Socket;
  readonly server: net.Socket;
  isStranded: boolean;
}
