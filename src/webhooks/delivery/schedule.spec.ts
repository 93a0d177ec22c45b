import { verdictOn } from './schedule.js';

const schedule = { delaysSeconds: [60, 300, 900, 3_600, 14_400] };
const retryable = { kind: 'retryable', retryAfterMs: undefined } as const;

describe('verdictOn', () => {
  it('retries after 1 min, 5 min, 15 min, 1 h and 4 h and fails at the sixth attempt', () => {
    const waits = [1, 2, 3, 4, 5].map((attempt) => verdictOn(retryable, attempt, schedule, 0));
    expect(waits).toEqual(schedule.delaysSeconds.map((s) => ({ status: 'pending', retryInMs: s * 1_000 })));
    expect(verdictOn(retryable, 6, schedule, 0)).toEqual({ status: 'failed' });
  });

  it('adds up to a fifth of jitter', () => {
    expect(verdictOn(retryable, 1, schedule, 0.5)).toEqual({ status: 'pending', retryInMs: 66_000 });
    expect(verdictOn(retryable, 1, schedule, 1)).toEqual({ status: 'pending', retryInMs: 72_000 });
  });

  it('never retries before Retry-After, which is capped at a day', () => {
    const asking = (retryAfterMs: number) => verdictOn({ kind: 'retryable', retryAfterMs }, 1, schedule, 0);
    expect(asking(5_000)).toEqual({ status: 'pending', retryInMs: 60_000 });
    expect(asking(120_000)).toEqual({ status: 'pending', retryInMs: 120_000 });
    expect(asking(10 * 86_400_000)).toEqual({ status: 'pending', retryInMs: 86_400_000 });
  });

  it('is final for a delivered or rejected event', () => {
    expect(verdictOn({ kind: 'delivered' }, 1, schedule, 0)).toEqual({ status: 'delivered' });
    expect(verdictOn({ kind: 'refused' }, 1, schedule, 0)).toEqual({ status: 'failed' });
    expect(verdictOn({ kind: 'gone' }, 1, schedule, 0)).toEqual({ status: 'failed' });
  });
});
