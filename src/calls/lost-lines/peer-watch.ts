import { runEvery } from '../../common/periodic/index.js';

/** An instance that is there, as far as the database says. */
export interface WatchedPeer {
  readonly id: string;
  /** `http://host:port` */
  readonly address: string;
}

export interface PeerWatchEvents {
  /** Asks the instance for a sign of life; whether it is gone for sure. Never rejects. */
  isGone(peer: WatchedPeer): Promise<boolean>;
  /** It is; told once. @param rank How many others are before this one to see to it. */
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
 * Sees within a second that the process of an instance has ended, by pings. A machine that is gone or cut off, and a
 * process that is frozen, do not answer, which proves nothing: for these the lease is waited for.
 */
export class PeerWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly stop = runEvery(PING_EVERY_MS, () => this.pingAll());

  constructor(private readonly events: PeerWatchEvents) {}

  /** Watches these from now on and no others; new ones are asked at once. */
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
