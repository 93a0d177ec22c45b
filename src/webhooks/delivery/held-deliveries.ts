import type { LeasedDelivery } from './delivery-store.js';
import type { EndpointLanes } from './endpoint-lanes.js';
import { type Lane, LANES } from './endpoint-pace.js';

/** A delivery that waits in this process for its turn. */
export interface HeldDelivery {
  readonly delivery: LeasedDelivery;
  /** On the monotonic clock. */
  readonly leasedAtMs: number;
}

type Places = Pick<EndpointLanes, 'laneOf' | 'hasPlace' | 'mayStart'>;

/**
 * What is leased and not started yet. Endpoints take turns, one delivery each; one that has as many requests under way
 * as it may have is passed over until one of them ends, so that finding the next delivery takes no longer where there
 * are many endpoints.
 */
export class HeldDeliveries {
  private readonly queues = new Map<string, HeldDelivery[]>();
  /** Endpoints that may have a place, in the order of their turns. */
  private readonly turns: Record<Lane, Set<string>> = { new: new Set(), quick: new Set(), slow: new Set() };

  constructor(private readonly places: Places) {}

  add(held: HeldDelivery): void {
    const { endpointId } = held.delivery;
    const queue = this.queues.get(endpointId);
    if (queue) queue.push(held);
    else this.queues.set(endpointId, [held]);
    this.mayHavePlace(endpointId);
  }

  /** To be called where a request to the endpoint ended, or goes on in another lane. */
  mayHavePlace(endpointId: string): void {
    if (this.queues.has(endpointId)) this.turns[this.places.laneOf(endpointId)].add(endpointId);
  }

  /** Takes out the delivery whose turn it is, if there is a place for it. */
  next(): HeldDelivery | undefined {
    for (const lane of LANES) {
      if (!this.places.hasPlace(lane)) continue;
      for (const endpointId of this.turns[lane]) {
        this.turns[lane].delete(endpointId);
        // Since its turn was noted it may have become slow, been given as much as it may have, or lost what it had
        // here.
        if (this.places.laneOf(endpointId) !== lane) this.mayHavePlace(endpointId);
        else if (this.queues.has(endpointId) && this.places.mayStart(endpointId))
          return this.shift(endpointId);
      }
    }
    return undefined;
  }

  /** Takes out all of one endpoint. */
  take(endpointId: string): LeasedDelivery[] {
    const queue = this.queues.get(endpointId) ?? [];
    this.queues.delete(endpointId);
    return queue.map(({ delivery }) => delivery);
  }

  /** Takes out all there is. */
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
