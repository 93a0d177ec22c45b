import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { type EndpointPace, INITIAL_PACE, type Lane, LANES, nextPace } from './endpoint-pace.js';

export interface LaneLimits {
  /** Concurrent requests per lane. */
  readonly maxPerLane: number;
  readonly maxPerEndpoint: number;
}

/** How many deliveries of an endpoint may be leased now. */
export interface Room {
  readonly endpointId: string;
  readonly count: number;
}

/** The slot of a running request. */
export interface Slot {
  readonly endpointId: string;
  lane: Lane;
}

/** Endpoints per query. */
const MAX_ENDPOINTS_A_PICK = 200;
/** Prefetch for a quick endpoint, as a multiple of its concurrency. */
const AHEAD = 2;
/** Prefetch over all endpoints, as a multiple of one lane's slots. */
const MAX_AHEAD = 4;
/** Endpoints whose pace is cached. */
const REMEMBERED_PACES = 20_000;

/**
 * Decides how much may be sent to each endpoint. Endpoints take turns, each has its own limit, and quick, slow and
 * unknown ones have separate pools, so that a slow receiver delays only itself.
 */
export class EndpointLanes {
  /** Endpoints that have, or may have, due deliveries, in turn order. */
  private readonly waiting = new Set<string>();
  private readonly paces = new LRUCache<string, EndpointPace>(atMost(REMEMBERED_PACES));
  private readonly inFlightOfEndpoint = new Map<string, number>();
  /** Leased and not started. */
  private readonly heldOfEndpoint = new Map<string, number>();
  private held = 0;
  private readonly inFlightOfLane: Record<Lane, number> = { new: 0, quick: 0, slow: 0 };

  constructor(private readonly limits: LaneLimits) {}

  addWaiting(endpointIds: Iterable<string>): void {
    for (const endpointId of endpointIds) this.waiting.add(endpointId);
  }

  /**
   * What may be leased now, longest wait first. Quick endpoints prefetch, so that the next request need not wait for
   * the database, and refill at half of that, because a small query costs as much as a large one.
   */
  nextRooms(): Room[] {
    const rooms: Room[] = [];
    const laneRoom = this.laneRooms();
    let aheadRoom = MAX_AHEAD * this.limits.maxPerLane - this.held;
    for (const endpointId of this.waiting) {
      if (rooms.length === MAX_ENDPOINTS_A_PICK || LANES.every((lane) => laneRoom[lane] <= 0)) break;
      const { lane, limit } = this.paceOf(endpointId);
      const held = this.heldOfEndpoint.get(endpointId) ?? 0;
      const stock = lane === 'quick' ? AHEAD * limit : 0;
      if (held > stock / 2) continue;
      const startable = Math.max(0, Math.min(limit - this.inFlightOf(endpointId), laneRoom[lane]));
      const ahead = Math.max(0, Math.min(stock - held, aheadRoom));
      const count = startable + ahead;
      if (count === 0) continue;
      laneRoom[lane] -= startable;
      aheadRoom -= ahead;
      rooms.push({ endpointId, count });
    }
    return rooms;
  }

  /** An endpoint with fewer due deliveries than room leaves the queue; the others go to its end. */
  picked(rooms: readonly Room[], endpointIds: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const endpointId of endpointIds) {
      counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
      this.addHeld(endpointId, 1);
    }
    for (const { endpointId, count } of rooms) {
      this.waiting.delete(endpointId);
      if (counts.get(endpointId) === count) this.waiting.add(endpointId);
    }
  }

  laneOf(endpointId: string): Lane {
    return this.paceOf(endpointId).lane;
  }

  /** Whether the lane has a free slot. */
  hasPlace(lane: Lane): boolean {
    return this.inFlightOfLane[lane] < this.limits.maxPerLane;
  }

  /** Whether a request to the endpoint may start now. */
  mayStart(endpointId: string): boolean {
    const { lane, limit } = this.paceOf(endpointId);
    return this.inFlightOf(endpointId) < limit && this.hasPlace(lane);
  }

  /** Counts leased deliveries of the endpoint that were released unsent. */
  givenBack(endpointId: string, count: number): void {
    this.addHeld(endpointId, -count);
  }

  /** Starts a leased delivery's request; return its slot with `finished`. */
  started(endpointId: string): Slot {
    const { lane } = this.paceOf(endpointId);
    this.addHeld(endpointId, -1);
    this.inFlightOfLane[lane]++;
    this.inFlightOfEndpoint.set(endpointId, this.inFlightOf(endpointId) + 1);
    return { endpointId, lane };
  }

  /** Moves a long request to the slow lane, even if that is full, to free its slot for others. */
  outgrown(slot: Slot): void {
    this.inFlightOfLane[slot.lane]--;
    slot.lane = 'slow';
    this.inFlightOfLane.slow++;
  }

  /** Updates the pace from a request. Call before `finished`, which depends on it. */
  learn(endpointId: string, attempt: { readonly answered: boolean; readonly durationMs: number }): void {
    this.paces.set(endpointId, nextPace(this.paceOf(endpointId), attempt, this.limits));
  }

  finished({ endpointId, lane }: Slot): void {
    this.inFlightOfLane[lane]--;
    const left = this.inFlightOf(endpointId) - 1;
    if (left > 0) this.inFlightOfEndpoint.set(endpointId, left);
    else this.inFlightOfEndpoint.delete(endpointId);
  }

  private laneRooms(): Record<Lane, number> {
    const room = (lane: Lane) => this.limits.maxPerLane - this.inFlightOfLane[lane];
    return { new: room('new'), quick: room('quick'), slow: room('slow') };
  }

  private inFlightOf(endpointId: string): number {
    return this.inFlightOfEndpoint.get(endpointId) ?? 0;
  }

  private addHeld(endpointId: string, count: number): void {
    const held = (this.heldOfEndpoint.get(endpointId) ?? 0) + count;
    this.held += count;
    if (held > 0) this.heldOfEndpoint.set(endpointId, held);
    else this.heldOfEndpoint.delete(endpointId);
  }

  private paceOf(endpointId: string): EndpointPace {
    return this.paces.get(endpointId) ?? INITIAL_PACE;
  }
}
