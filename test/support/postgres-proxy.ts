import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageCutter, type WireMessage } from './wire-messages.js';
import { type Place, WireSession } from './wire-session.js';

/**
 * What happens to a message: it comes late, but in time; it comes when the client has given up; it never comes, nor
 * does anything after it (and the server hears at once, or never, that the client has gone); both sides lose the
 * connection.
 */
export type Deed = 'delay' | 'late' | 'freeze' | 'strand' | 'cut';

export interface Fault extends Place {
  readonly deed: Deed;
  /** How many messages it meets. */
  readonly times: number;
}

/** A proxy before PostgreSQL that knows its protocol, and does harm at chosen messages. */
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

  /** `lateMs`: longer than any client waits for an answer. */
  static async create(targetUrl: string, lateMs: number): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(new URL(targetUrl), lateMs);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The database's address through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Where new connections go from now on. */
  retarget(targetUrl: string): void {
    this.target = new URL(targetUrl);
    this.isRefusing = false;
  }

  /** Cuts new connections at once from now on, as if nobody were there. */
  refuse(): void {
    this.isRefusing = true;
  }

  arm(fault: Fault): void {
    this.fault = fault;
    this.left = fault.times;
  }

  /** How many messages the fault has yet to meet. */
  get remaining(): number {
    return this.left;
  }

  disarm(): void {
    this.left = 0;
  }

  /** Cuts every connection, so that the next statements are parsed anew. */
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

  /** Passes messages on, one after the other, each as late as its fault says. */
  private relay(
    pair: Pair,
    from: net.Socket,
    to: net.Socket,
    cutter: MessageCutter,
    placeOf: (message: WireMessage) => Place | undefined,
  ): void {
    this.sockets.add(from);
    // Messages go one by one, as they came; held back until an earlier one is acknowledged each statement would
    // take 40 ms.
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
    // A half-closed connection is of no use to either side of this protocol.
    from.on('end', () => from.destroySoon());
  }

  private deedAt(place: Place | undefined): Deed | undefined {
    const { fault } = this;
    if (!fault || this.left === 0 || place?.part !== fault.part || place.step !== fault.step)
      return undefined;
    this.left--;
    return fault.deed;
  }

  /** False when nothing more flows in this direction. */
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
      // Not `once`, which an error of the connection would make reject.
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
