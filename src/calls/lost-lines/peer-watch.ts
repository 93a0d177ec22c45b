import net from 'node:net';

/** An instance that is there, as far as the database says. */
export interface WatchedPeer {
  readonly id: string;
  /** `http://host:port` */
  readonly address: string;
}

export interface PeerWatchEvents {
  /** Whether the instance is gone for sure. Never rejects. */
  isGone(peer: WatchedPeer): Promise<boolean>;
  /** It is; told once. @param rank How many others are before this one to see to it. */
  gone(peer: WatchedPeer, rank: number): void;
}

/** After a connection that could not be opened, or broke while its instance is there. */
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;

interface Watched {
  readonly peer: WatchedPeer;
  rank: number;
  socket: net.Socket | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Sees that an instance dies in the moment when it does: a connection over which nothing is ever said breaks with its
 * process. A machine that is gone, or cut off, breaks none; for these the lease is waited for.
 */
export class PeerWatch {
  private readonly watched = new Map<string, Watched>();
  private isClosed = false;

  constructor(private readonly events: PeerWatchEvents) {}

  /** Watches these from now on and no others. */
  watch(peers: readonly WatchedPeer[]): void {
    if (this.isClosed) return;
    const wanted = new Map(peers.map((peer) => [keyOf(peer), peer]));
    for (const [key, { socket, timer }] of this.watched) {
      if (wanted.has(key)) continue;
      this.watched.delete(key);
      clearTimeout(timer);
      socket?.destroy();
    }
    peers.forEach((peer, rank) => {
      const known = this.watched.get(keyOf(peer));
      if (known) return void (known.rank = rank);
      const one: Watched = { peer, rank, socket: undefined, timer: undefined };
      this.watched.set(keyOf(peer), one);
      this.connect(one);
    });
  }

  close(): void {
    this.watch([]);
    this.isClosed = true;
  }

  private connect(one: Watched): void {
    const { hostname, port, protocol } = new URL(one.peer.address);
    const usual = protocol === 'https:' ? 443 : 80;
    const socket = net.connect(port === '' ? usual : Number(port), hostname.replace(/^\[|\]$/g, ''));
    one.socket = socket;
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => socket.setTimeout(0));
    socket.on('error', () => undefined);
    // Whatever it says is for nobody.
    socket.resume();
    socket.on('close', () => void this.broken(one));
    socket.unref();
  }

  private async broken(one: Watched): Promise<void> {
    if (!this.isWatched(one)) return;
    const isGone = await this.events.isGone(one.peer);
    if (!this.isWatched(one)) return;
    if (isGone) return this.events.gone(one.peer, one.rank);
    one.timer = setTimeout(() => this.connect(one), RECONNECT_MS).unref();
  }

  private isWatched(one: Watched): boolean {
    return this.watched.get(keyOf(one.peer)) === one;
  }
}

const keyOf = ({ id, address }: WatchedPeer): string => `${id} ${address}`;
