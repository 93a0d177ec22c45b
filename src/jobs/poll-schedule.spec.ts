import { PollSchedule } from './poll-schedule.js';

const often = { everyMs: 500 };
const seldom = { everyMs: 2_000 };

describe('poll times', () => {
  it('align polls that are due at about the same time', () => {
    const times = new PollSchedule<{ everyMs: number }>();
    times.add(often, 0);
    times.add(seldom, 100);
    expect(times.due(500, 500)).toEqual([often]);
    expect(times.due(1_000, 500)).toEqual([often]);
    expect(times.due(1_500, 500)).toEqual([often]);
    // 100 ms early, since the next tick is 400 ms after it.
    expect(times.due(2_000, 500)).toEqual([often, seldom]);
    expect(times.due(2_100, 500)).toEqual([]);
    expect(times.due(2_500, 500)).toEqual([often]);
  });

  it('run a poll once after the process was suspended', () => {
    const times = new PollSchedule<{ everyMs: number }>();
    times.add(often, 0);
    expect(times.due(60_000, 500)).toEqual([often]);
    expect(times.due(60_001, 500)).toEqual([]);
  });

  it('drop a removed poll', () => {
    const times = new PollSchedule<{ everyMs: number }>();
    times.add(often, 0);
    times.remove(often);
    expect(times.due(1_000, 500)).toEqual([]);
  });
});
