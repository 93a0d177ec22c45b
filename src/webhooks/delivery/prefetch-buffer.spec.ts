import type { LeasedDelivery } from './delivery-store.js';
import { EndpointLanes } from './endpoint-lanes.js';
import { PrefetchBuffer } from './prefetch-buffer.js';

const QUICK = { answered: true, durationMs: 5 };

function setUp({ maxPerLane, maxPerEndpoint }: { maxPerLane: number; maxPerEndpoint: number }) {
  const lanes = new EndpointLanes({ maxPerLane, maxPerEndpoint });
  const buffer = new PrefetchBuffer(lanes);
  return {
    lanes,
    buffer,
    hold: (...endpointIds: string[]) => {
      for (const endpointId of endpointIds) {
        for (let i = 0; i < 5; i++) lanes.learn(endpointId, QUICK);
        // Only its endpoint matters.
        buffer.add({ delivery: { endpointId } as LeasedDelivery, leasedAtMs: 0 });
      }
    },
    /** Starts deliveries that have a slot. */
    start: () => {
      const slots = [];
      for (let next = buffer.next(); next; next = buffer.next())
        slots.push(lanes.started(next.delivery.endpointId));
      return slots;
    },
  };
}

describe('prefetch buffer', () => {
  it('alternates between endpoints with any backlog', () => {
    const { hold, start } = setUp({ maxPerLane: 4, maxPerEndpoint: 4 });
    hold('a', 'a', 'a', 'a', 'b', 'c');
    expect(start().map(({ endpointId }) => endpointId)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('skips an endpoint at its request limit until one ends', () => {
    const { lanes, buffer, hold, start } = setUp({ maxPerLane: 8, maxPerEndpoint: 1 });
    hold('a', 'a', 'b');
    const [first] = start();
    expect(start()).toEqual([]);
    if (first) lanes.finished(first);
    buffer.mayHavePlace('a');
    expect(start().map(({ endpointId }) => endpointId)).toEqual(['a']);
  });

  it('resumes when a full lane has a free slot', () => {
    const { lanes, hold, start } = setUp({ maxPerLane: 1, maxPerEndpoint: 1 });
    hold('a', 'b');
    const [first] = start();
    if (first) lanes.outgrown(first);
    expect(start().map(({ endpointId }) => endpointId)).toEqual(['b']);
  });

  it('moves remaining deliveries of a slowed endpoint to the slow lane', () => {
    const { lanes, hold, start } = setUp({ maxPerLane: 1, maxPerEndpoint: 4 });
    hold('a', 'b');
    lanes.learn('a', { answered: true, durationMs: 2_000 });
    expect(start().map(({ lane }) => lane)).toEqual(['quick', 'slow']);
  });

  it('returns all deliveries of one endpoint, or all of them', () => {
    const { buffer, hold } = setUp({ maxPerLane: 1, maxPerEndpoint: 1 });
    hold('a', 'a', 'b', 'b', 'c');
    const ends = (deliveries: readonly LeasedDelivery[]) => deliveries.map(({ endpointId }) => endpointId);
    expect(ends(buffer.take('a'))).toEqual(['a', 'a']);
    expect(buffer.next()?.delivery.endpointId).toBe('b');
    expect(ends(buffer.takeAll())).toEqual(['b', 'c']);
    expect(buffer.next()).toBeUndefined();
  });
});
