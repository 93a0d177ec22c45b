import { connect, createServer, type Server, type Socket } from 'node:net';
import { addresseeOf } from './ice-check.js';
import { type IceParty, MappedAddress } from './mapped-address.js';

/** Where a media worker accepts connections from its gate. */
export const BEHIND_GATE = '127.0.0.1';

export interface TcpLimits {
  /** Time for a connection to send its first check, in milliseconds. */
  readonly checkTimeoutMs: number;
  /** Maximum idle time of a call's connection, in milliseconds. */
  readonly idleTimeoutMs: number;
  /** Concurrent connections without a check: per address, and in total. */
  readonly maxUncheckedPerAddress: number;
  readonly maxUnchecked: number;
}

export interface TcpGateOptions extends TcpLimits {
  readonly listenIp: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The worker's port on BEHIND_GATE. */
  readonly workerPort: number;
  /** The call with this username fragment. */
  readonly partyOf: (fragment: string) => IceParty | undefined;
}

/**
 * A media worker's TCP port on the network. The worker would keep any idle connection forever, so it gets a connection
 * only once its first packet names one of its calls. Only a client with our answer can do that. All others are closed.
 */
export class TcpGate {
  /** Connections without a check, oldest first, with their source address. */
  private readonly unchecked = new Map<Socket, string>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly options: TcpGateOptions,
  ) {}

  /** @throws Error when the port is in use or the address is not of this machine */
  static async listen(options: TcpGateOptions): Promise<TcpGate> {
    const server = createServer({ noDelay: true });
    const gate = new TcpGate(server, options);
    server.on('connection', (socket) => gate.take(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: options.listenIp, port: options.port, exclusive: true }, resolve);
    });
    // For example out of file descriptors: accepting resumes when some are free.
    server.on('error', () => undefined);
    return gate;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Closes the port and every connection. Idempotent. */
  close(): void {
    if (this.server.listening) this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private take(socket: Socket): void {
    const address = socket.remoteAddress;
    this.keep(socket);
    if (address === undefined || !this.makeRoom(address)) {
      socket.destroy();
      return;
    }
    this.unchecked.set(socket, address);
    const deadline = setTimeout(() => socket.destroy(), this.options.checkTimeoutMs);
    socket.once('close', () => {
      clearTimeout(deadline);
      this.unchecked.delete(socket);
    });
    this.readCheck(socket, () => {
      clearTimeout(deadline);
      this.unchecked.delete(socket);
    });
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    // Every end of a connection emits `close`.
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
  }

  /** Strangers cannot lock callers out: a new connection evicts the oldest. One address cannot exceed its share. */
  private makeRoom(address: string): boolean {
    const { maxUnchecked, maxUncheckedPerAddress } = this.options;
    const own = [...this.unchecked.values()].filter((other) => other === address).length;
    if (own >= maxUncheckedPerAddress) return false;
    const [oldest] = this.unchecked.keys();
    if (this.unchecked.size >= maxUnchecked) oldest?.destroy();
    return true;
  }

  private readCheck(socket: Socket, onChecked: () => void): void {
    let bytes = Buffer.alloc(0);
    const read = (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      const addressee = addresseeOf(bytes);
      if (addressee === 'incomplete') return;
      socket.off('data', read).pause();
      const party = addressee === 'refused' ? undefined : this.options.partyOf(addressee.fragment);
      if (!party) {
        socket.destroy();
        return;
      }
      onChecked();
      this.join(socket, party, bytes);
    };
    socket.on('data', read);
  }

  private join(socket: Socket, party: IceParty, first: Buffer): void {
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined) return;
    const inside = connect({ host: BEHIND_GATE, port: this.options.workerPort, noDelay: true });
    this.keep(inside);
    inside.write(first);
    socket.pipe(inside).pipe(new MappedAddress({ address, port }, party)).pipe(socket);
    socket.setTimeout(this.options.idleTimeoutMs, () => socket.destroy());
    socket.once('close', () => inside.destroy());
    inside.once('close', () => socket.destroy());
  }
}
