import { runEvery } from '../../common/timers/index.js';

/** An instance that is alive according to the database. */
export interface WatchedPeer {
  readonly id: string;
  /** `http://host:port` */
  readonly address: string;
}

export interface PeerWatchEvents {
  /** Pings the instance; true only if it is certainly gone. Never rejects. */
  isGone(peer: WatchedPeer): Promise<boolean>;
  /**
   * Called once when the instance is gone.
   * @param rank How many other watchers act before this one.
   */
  gone(peer: WatchedPeer, rank: number): void;
}

const PING_EVERY_MS = 1_000;

interface Watched {
  readonly peer: WatchedPeer;
  rank: number;
  isBeingAsked: boolean;
  isGone: boolean;
}

/**
 * Detects within a second, by pings, that an instance's process has ended. A lost or disconnected machine and a frozen
 * process also fail to answer, which proves nothing: for these the lease has to expire.
 */
export class PeerWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly stop = runEvery(PING_EVERY_MS, () => this.pingAll());

  constructor(private readonly events: PeerWatchEvents) {}

  /** Replaces the watched set; new instances are pinged at once. */
  watch(peers: readonly WatchedPeer[]): void {
    const before = new Map(this.watched);
    this.watched.clear();
    peers.forEach((peer, rank) => {
      const known = before.get(keyOf(peer));
      const one = known ?? { peer, rank, isBeingAsked: false, isGone: false };
      one.rank = rank;
      this.watched.set(keyOf(peer), one);
      if (!known) void this.ping(one);
    });
  }

  close(): void {
    this.stop();
    this.watched.clear();
  }

  private pingAll(): void {
    for (const one of this.watched.values()) void this.ping(one);
  }

  private async ping(one: Watched): Promise<void> {
    if (one.isBeingAsked || one.isGone) return;
    one.isBeingAsked = true;
    const isGone = await this.events.isGone(one.peer);
    one.isBeingAsked = false;
    if (!isGone || this.watched.get(keyOf(one.peer)) !== one) return;
    one.isGone = true;
    this.events.gone(one.peer, one.rank);
  }
}

const keyOf = ({ id, address }: WatchedPeer): string => `${id} ${address}`;
