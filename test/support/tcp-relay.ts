import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Which way of the connections no longer passes. */
export type CutWay = 'both ways' | 'to the server' | 'to the client';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy between clients and one port of loopback, whose connections can go silent without being closed. */
export class TcpRelay {
  private readonly pairs = new Set<Pair>();
  private isPartitioned = false;

  private constructor(
    private readonly listener: Server,
    readonly port: number,
  ) {}

  /**
   * @param target address of the server, as a URL.
   * @param at Where it listens: on a free port of loopback, unless told otherwise.
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

  /** From now on the connections that there are carry nothing that way, and neither side hears of it. New ones work. */
  silence(way: CutWay): void {
    for (const { client, server } of this.pairs) {
      if (way !== 'to the client') mute(client, server);
      if (way !== 'to the server') mute(server, client);
    }
  }

  /** From now on nothing passes, on new connections neither, and neither side hears of it, until `heal`. */
  partition(): void {
    this.isPartitioned = true;
    this.silence('both ways');
  }

  /** New connections work; those of before do not. */
  heal(): void {
    this.isPartitioned = false;
  }

  /** All connections break, and for a while nobody listens. */
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

/** What comes is thrown away, and the end of the one side is not told to the other. */
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
