import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { type EndpointPace, INITIAL_PACE, type Lane, LANES, nextPace } from './endpoint-pace.js';

export interface LaneLimits {
  /** Requests of one lane that may be under way at once. */
  readonly maxPerLane: number;
  readonly maxPerEndpoint: number;
}

/** How many deliveries of an endpoint may be picked now. */
export interface Room {
  readonly endpointId: string;
  readonly count: number;
}

/** The place that a request takes as long as it is under way. */
export interface Slot {
  readonly endpointId: string;
  lane: Lane;
}

/** Endpoints asked for in one query. */
const MAX_ENDPOINTS_A_PICK = 200;
/** For a quick endpoint, this many times as much is picked ahead as may be under way to it. */
const AHEAD = 2;
/** For all endpoints together, this many times what one lane holds may be picked ahead. */
const MAX_AHEAD = 4;
/** Endpoints whose pace is remembered. */
const REMEMBERED_PACES = 20_000;

/**
 * Which endpoint may be sent how much to right now. Endpoints take turns, each has its own limit, and quick, slow and
 * unknown ones have separate pools, so that nobody waits for somebody else's receiver.
 */
export class EndpointLanes {
  /** Endpoints that have, or may have, something due; in the order of their turns. */
  private readonly waiting = new Set<string>();
  private readonly paces = new LRUCache<string, EndpointPace>(atMost(REMEMBERED_PACES));
  private readonly inFlightOfEndpoint = new Map<string, number>();
  /** Picked, and not started yet. */
  private readonly heldOfEndpoint = new Map<string, number>();
  private held = 0;
  private readonly inFlightOfLane: Record<Lane, number> = { new: 0, quick: 0, slow: 0 };

  constructor(private readonly limits: LaneLimits) {}

  addWaiting(endpointIds: Iterable<string>): void {
    for (const endpointId of endpointIds) this.waiting.add(endpointId);
  }

  /**
   * What may be picked now, those that waited longest first. A quick endpoint gets more than may be under way, so that
   * the next request does not wait for the database; and again not before half of that is used up, because picking few
   * costs as much as picking many.
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

  /** An endpoint that had less due than there was room for waits no more; the others go to the end of the queue. */
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

  /** Whether one more request of the lane may begin now. */
  hasPlace(lane: Lane): boolean {
    return this.inFlightOfLane[lane] < this.limits.maxPerLane;
  }

  /** Whether a request to the endpoint may begin now. */
  mayStart(endpointId: string): boolean {
    const { lane, limit } = this.paceOf(endpointId);
    return this.inFlightOf(endpointId) < limit && this.hasPlace(lane);
  }

  /** Counts deliveries of the endpoint that were picked and given back unsent. */
  givenBack(endpointId: string, count: number): void {
    this.addHeld(endpointId, -count);
  }

  /** Counts a picked delivery's request in; its slot must be given back to `finished`. */
  started(endpointId: string): Slot {
    const { lane } = this.paceOf(endpointId);
    this.addHeld(endpointId, -1);
    this.inFlightOfLane[lane]++;
    this.inFlightOfEndpoint.set(endpointId, this.inFlightOf(endpointId) + 1);
    return { endpointId, lane };
  }

  /** A request takes so long that its place is needed for others: it goes on in the slow lane, however full that is. */
  outgrown(slot: Slot): void {
    this.inFlightOfLane[slot.lane]--;
    slot.lane = 'slow';
    this.inFlightOfLane.slow++;
  }

  /** Learns from a request, before it is counted out: what follows depends on it. */
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
