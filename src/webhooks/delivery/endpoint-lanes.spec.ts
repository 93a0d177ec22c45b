import { EndpointLanes, type Slot } from './endpoint-lanes.js';

const DEAD = { answered: false, durationMs: 5_000 };
const QUICK = { answered: true, durationMs: 5 };

/** Leases as much as there is capacity for, starts what it can, and releases the rest. */
function start(lanes: EndpointLanes): Slot[] {
  const rooms = lanes.nextRooms();
  const ids = rooms.flatMap(({ endpointId, count }) => Array.from({ length: count }, () => endpointId));
  lanes.picked(rooms, ids);
  return ids.flatMap((id) => {
    if (lanes.mayStart(id)) return [lanes.started(id)];
    lanes.givenBack(id, 1);
    return [];
  });
}

const names = (slots: readonly Slot[]) => slots.map(({ endpointId }) => endpointId);

describe('EndpointLanes', () => {
  it('keeps failing and unknown endpoints out of the quick lane', () => {
    const lanes = new EndpointLanes({ maxPerLane: 8, maxPerEndpoint: 4 });
    const dead = Array.from({ length: 50 }, (_, i) => `dead${i}`);
    const unknown = Array.from({ length: 50 }, (_, i) => `unknown${i}`);
    for (const id of dead) lanes.learn(id, DEAD);
    for (const id of ['healthy', 'healthy']) lanes.learn(id, QUICK);
    lanes.addWaiting([...dead, ...unknown, 'healthy']);
    const started = names(start(lanes));
    const count = (prefix: string) => started.filter((id) => id.startsWith(prefix)).length;
    expect([count('dead'), count('unknown'), count('healthy')]).toEqual([8, 8, 4]);
  });

  it('moves slow requests out of the quick lane, so that many endpoints may hang', () => {
    const lanes = new EndpointLanes({ maxPerLane: 4, maxPerEndpoint: 4 });
    for (let i = 0; i < 2; i++) for (const id of ['hangs', 'healthy']) lanes.learn(id, QUICK);
    lanes.addWaiting(['hangs', 'healthy']);
    const hanging = start(lanes);
    expect(names(hanging)).toEqual(['hangs', 'hangs', 'hangs', 'hangs']);
    expect(start(lanes)).toEqual([]);
    for (const slot of hanging) lanes.outgrown(slot);
    expect(names(start(lanes))).toEqual(['healthy', 'healthy', 'healthy', 'healthy']);
    for (const slot of hanging) lanes.finished(slot);
    lanes.learn('other', DEAD);
    lanes.addWaiting(['other']);
    expect(names(start(lanes))).toContain('other');
  });

  it('alternates between endpoints', () => {
    const lanes = new EndpointLanes({ maxPerLane: 2, maxPerEndpoint: 1 });
    lanes.addWaiting(['a', 'b', 'c']);
    const first = lanes.nextRooms();
    lanes.picked(first, ['a', 'b']);
    for (const id of ['a', 'b']) lanes.finished(lanes.started(id));
    expect(first.map((room) => room.endpointId)).toEqual(['a', 'b']);
    expect(lanes.nextRooms().map((room) => room.endpointId)).toEqual(['c', 'a']);
  });

  it('limits requests per endpoint and prefetches twice as many', () => {
    const lanes = new EndpointLanes({ maxPerLane: 100, maxPerEndpoint: 4 });
    for (let i = 0; i < 10; i++) lanes.learn('a', QUICK);
    lanes.addWaiting(['a']);
    expect(lanes.nextRooms()).toEqual([{ endpointId: 'a', count: 12 }]);
    const started = start(lanes);
    expect(started).toHaveLength(4);
    expect(lanes.mayStart('a')).toBe(false);
    expect(lanes.nextRooms()).toEqual([{ endpointId: 'a', count: 8 }]);
    for (const slot of started) lanes.finished(slot);
    expect(lanes.nextRooms()).toEqual([{ endpointId: 'a', count: 12 }]);
  });

  it('prefetches again only when half is used up', () => {
    const lanes = new EndpointLanes({ maxPerLane: 100, maxPerEndpoint: 4 });
    for (let i = 0; i < 10; i++) lanes.learn('a', QUICK);
    lanes.addWaiting(['a']);
    lanes.picked(
      lanes.nextRooms(),
      Array.from({ length: 12 }, () => 'a'),
    );
    const begin = () => lanes.finished(lanes.started('a'));
    for (let i = 0; i < 7; i++) begin();
    expect(lanes.nextRooms()).toEqual([]);
    begin();
    expect(lanes.nextRooms()).toEqual([{ endpointId: 'a', count: 8 }]);
  });

  it('forgets an endpoint that had less due than there was room for', () => {
    const lanes = new EndpointLanes({ maxPerLane: 100, maxPerEndpoint: 4 });
    lanes.learn('a', QUICK);
    lanes.addWaiting(['a']);
    lanes.picked(lanes.nextRooms(), ['a']);
    expect(lanes.nextRooms()).toEqual([]);
  });

  it("prefetches nothing for slow endpoints, and at most four lanes' worth in total", () => {
    const lanes = new EndpointLanes({ maxPerLane: 2, maxPerEndpoint: 2 });
    const quick = ['a', 'b', 'c', 'd'];
    for (const id of quick) for (let i = 0; i < 4; i++) lanes.learn(id, QUICK);
    lanes.learn('slow', { answered: true, durationMs: 2_000 });
    lanes.addWaiting(['slow', ...quick]);
    expect(lanes.nextRooms()).toEqual([
      { endpointId: 'slow', count: 2 },
      { endpointId: 'a', count: 6 },
      { endpointId: 'b', count: 4 },
    ]);
  });
});
