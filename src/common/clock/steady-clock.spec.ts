import { Clock, SteadyClock } from './clock.js';

class SetClock extends Clock {
  wallMs = Date.parse('2026-11-22T10:00:00Z');
  steadyMs = 5;
  now = () => new Date(this.wallMs);
  monotonicMs = () => this.steadyMs;
}

describe('steady clock', () => {
  it.each([-3_600_000, 0, 3_600_000])('is unaffected when the system clock jumps by %i ms', (stepMs) => {
    const machine = new SetClock();
    const steady = new SteadyClock(machine);
    expect(steady.now()).toEqual(machine.now());
    machine.wallMs += stepMs;
    machine.steadyMs += 250;
    expect(steady.now()).toEqual(new Date('2026-11-22T10:00:00.250Z'));
  });
});
