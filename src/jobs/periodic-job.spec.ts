import { jest } from '@jest/globals';
import { SystemClock } from '../common/clock/index.js';
import { PeriodicJob } from './periodic-job.js';

const EVERY_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A job whose runs end on command. */
function controlled() {
  const runs: { end: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const errors: unknown[] = [];
  const options = {
    everyMs: EVERY_MS,
    run: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => runs.push({ end: resolve, fail: reject, signal })),
    onError: (error: unknown) => errors.push(error),
  };
  return { job: new PeriodicJob(options, new SystemClock()), runs, errors };
}

describe('PeriodicJob', () => {
  it('runs again after each period, also after a failure', async () => {
    const { job, runs, errors } = controlled();
    job.start();
    expect(runs).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(runs).toHaveLength(1);
    const failure = new Error('away');
    runs[0]!.fail(failure);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(errors).toEqual([failure]);
    expect(runs).toHaveLength(2);
    runs[1]!.end();
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(runs).toHaveLength(3);
    runs[2]!.end();
    await job.stop();
  });

  it('runs again immediately after a run longer than the period', async () => {
    const { job, runs } = controlled();
    job.start();
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(runs).toHaveLength(1);
    runs[0]!.end();
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(2);
    runs[1]!.end();
    await job.stop();
  });

  it('never overlaps, and runs once more when woken during a run', async () => {
    const { job, runs } = controlled();
    const first = job.wake();
    void job.wake();
    void job.wake();
    expect(runs).toHaveLength(1);
    runs[0]!.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toHaveLength(2);
    runs[1]!.end();
    await first;
    expect(runs).toHaveLength(2);
    await job.stop();
  });

  it('aborts and awaits the current run on stop, and starts no other', async () => {
    const { job, runs } = controlled();
    void job.wake();
    const stopped = job.stop();
    expect(runs[0]!.signal.aborted).toBe(true);
    let hasStopped = false;
    void stopped.then(() => (hasStopped = true));
    await Promise.resolve();
    expect(hasStopped).toBe(false);
    runs[0]!.end();
    await stopped;
    await job.wake();
    await jest.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(runs).toHaveLength(1);
  });
});
