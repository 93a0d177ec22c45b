import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The direction that is cut. */
export type CutWay = 'both ways' | 'to the server' | 'to the client';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy between clients and a loopback port, with connections that can go silent without being closed. */
export class TcpRelay {
  private readonly pairs = new Set<Pair>();
  private isPartitioned = false;

  private constructor(
    private readonly listener: Server,
    readonly port: number,
  ) {}

  /**
   * @param target The server's URL.
   * @param at Its own address; a free loopback port by default.
   */
  static async create(target: string, at = { host: '127.0.0.1', port: 0 }): Promise<TcpRelay> {
    const listener = createServer();
    const relay = new TcpRelay(listener, await listening(listener, at.port, at.host));
    listener.on('connection', (client) => relay.join(client, Number(new URL(target).port)));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Existing connections carry nothing in that direction without either side noticing. New ones work. */
  silence(way: CutWay): void {
    for (const { client, server } of this.pairs) {
      if (way !== 'to the client') mute(client, server);
      if (way !== 'to the server') mute(server, client);
    }
  }

  /** Nothing passes, on new connections either, without either side noticing, until `heal`. */
  partition(): void {
    this.isPartitioned = true;
    this.silence('both ways');
  }

  /** New connections work; earlier ones do not. */
  heal(): void {
    this.isPartitioned = false;
  }

  /** Breaks all connections and refuses new ones for a while. */
  async restart(downMs: number): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    this.breakAll();
    await closed;
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await listening(this.listener, this.port);
  }

  close(): void {
    this.listener.close();
    this.breakAll();
  }

  private breakAll(): void {
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  private join(client: Socket, port: number): void {
    const server = connect(port, '127.0.0.1');
    const pair = { client, server };
    this.pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
    }
    if (this.isPartitioned) this.silence('both ways');
  }
}

/** Discards data and hides the end of one side from the other. */
function mute(from: Socket, to: Socket): void {
  from.removeAllListeners('data').removeAllListeners('close');
  from.on('data', () => undefined);
  to.setNoDelay(true);
}

function listening(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
