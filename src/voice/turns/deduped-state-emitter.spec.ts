import { DedupedStateEmitter } from './deduped-state-emitter.js';

describe('agent states', () => {
  it('emits each state change once, pauses as listening, and none after the end', () => {
    const told: string[] = [];
    const states = new DedupedStateEmitter((state) => told.push(state));
    for (const activity of ['silent', 'preparing', 'preparing', 'speaking', 'paused', 'silent'] as const)
      states.tell(activity);
    states.tell('speaking');
    states.end();
    states.tell('silent');
    expect(told).toEqual(['listening', 'thinking', 'speaking', 'listening', 'speaking']);
  });
});
