import type { LeasedDelivery } from './delivery-store.js';
import type { EndpointLanes } from './endpoint-lanes.js';
import { type Lane, LANES } from './endpoint-pace.js';

/** A leased delivery that waits for a slot. */
export interface HeldDelivery {
  readonly delivery: LeasedDelivery;
  /** On the monotonic clock. */
  readonly leasedAtMs: number;
}

type Places = Pick<EndpointLanes, 'laneOf' | 'hasPlace' | 'mayStart'>;

/**
 * Leased deliveries that are not started. Endpoints take turns, one delivery each. An endpoint at its limit is skipped
 * until one of its requests ends, so that finding the next delivery takes constant time with any number of endpoints.
 */
export class PrefetchBuffer {
  private readonly queues = new Map<string, HeldDelivery[]>();
  /** Endpoints that may have a free slot, in turn order. */
  private readonly turns: Record<Lane, Set<string>> = { new: new Set(), quick: new Set(), slow: new Set() };

  constructor(private readonly places: Places) {}

  add(held: HeldDelivery): void {
    const { endpointId } = held.delivery;
    const queue = this.queues.get(endpointId);
    if (queue) queue.push(held);
    else this.queues.set(endpointId, [held]);
    this.mayHavePlace(endpointId);
  }

  /** Call when a request to the endpoint has ended or changed its lane. */
  mayHavePlace(endpointId: string): void {
    if (this.queues.has(endpointId)) this.turns[this.places.laneOf(endpointId)].add(endpointId);
  }

  /** Removes the next delivery if there is a slot for it. */
  next(): HeldDelivery | undefined {
    for (const lane of LANES) {
      if (!this.places.hasPlace(lane)) continue;
      for (const endpointId of this.turns[lane]) {
        this.turns[lane].delete(endpointId);
        // Since it was queued, the endpoint may have become slow, reached its limit, or lost its deliveries here.
        if (this.places.laneOf(endpointId) !== lane) this.mayHavePlace(endpointId);
        else if (this.queues.has(endpointId) && this.places.mayStart(endpointId))
          return this.shift(endpointId);
      }
    }
    return undefined;
  }

  /** Removes all deliveries of one endpoint. */
  take(endpointId: string): LeasedDelivery[] {
    const queue = this.queues.get(endpointId) ?? [];
    this.queues.delete(endpointId);
    return queue.map(({ delivery }) => delivery);
  }

  takeAll(): LeasedDelivery[] {
    return [...this.queues.keys()].flatMap((endpointId) => this.take(endpointId));
  }

  private shift(endpointId: string): HeldDelivery | undefined {
    const queue = this.queues.get(endpointId);
    const held = queue?.shift();
    if (queue?.length === 0) this.queues.delete(endpointId);
    this.mayHavePlace(endpointId);
    return held;
  }
}
