import { EndpointLanes } from './endpoint-lanes.js';

const DEAD = { answered: false, durationMs: 5_000 };
const QUICK = { answered: true, durationMs: 5 };

function start(lanes: EndpointLanes): string[] {
  const rooms = lanes.nextRooms();
  const ids = rooms.flatMap(({ endpointId, count }) => Array.from({ length: count }, () => endpointId));
  lanes.picked(rooms, ids);
  for (const id of ids) lanes.started(id);
  return ids;
}

describe('EndpointLanes', () => {
  it('keeps the whole quick lane free of endpoints that fail', () => {
    const lanes = new EndpointLanes({ maxPerLane: 8, maxPerEndpoint: 4 });
    const dead = Array.from({ length: 50 }, (_, i) => `dead${i}`);
    for (const id of dead) lanes.learn(id, DEAD);
    lanes.addWaiting([...dead, 'healthy']);
    const started = start(lanes);
    expect(started.filter((id) => id === 'healthy')).toHaveLength(4);
    expect(started.filter((id) => id !== 'healthy')).toHaveLength(8);
  });

  it('lets endpoints take turns', () => {
    const lanes = new EndpointLanes({ maxPerLane: 2, maxPerEndpoint: 1 });
    lanes.addWaiting(['a', 'b', 'c']);
    const first = lanes.nextRooms();
    lanes.picked(first, ['a', 'b']);
    expect(first.map((room) => room.endpointId)).toEqual(['a', 'b']);
    expect(lanes.nextRooms().map((room) => room.endpointId)).toEqual(['c', 'a']);
  });

  it('never gives an endpoint more than its limit and forgets one that had nothing left', () => {
    const lanes = new EndpointLanes({ maxPerLane: 100, maxPerEndpoint: 4 });
    lanes.addWaiting(['a']);
    const rooms = lanes.nextRooms();
    expect(rooms).toEqual([{ endpointId: 'a', count: 4 }]);
    lanes.picked(rooms, ['a', 'a', 'a', 'a']);
    const started = Array.from({ length: 4 }, () => lanes.started('a'));
    expect(lanes.nextRooms()).toEqual([]);
    for (const lane of started) {
      lanes.learn('a', QUICK);
      lanes.finished('a', lane);
    }
    const again = lanes.nextRooms();
    expect(again).toEqual([{ endpointId: 'a', count: 4 }]);
    lanes.picked(again, ['a']);
    expect(lanes.nextRooms()).toEqual([]);
  });
});
