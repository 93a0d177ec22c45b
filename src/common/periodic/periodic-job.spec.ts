import { PeriodicJob } from './periodic-job.js';

/** A job whose runs end on command. */
function controlled(everyMs = 1) {
  const runs: { end: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const errors: unknown[] = [];
  const job = new PeriodicJob({
    everyMs,
    run: (signal) =>
      new Promise<void>((resolve, reject) => runs.push({ end: resolve, fail: reject, signal })),
    onError: (error) => errors.push(error),
  });
  const begun = async (count: number) => {
    while (runs.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { job, runs, errors, begun };
}

describe('PeriodicJob', () => {
  it('runs again after each period, also after a failure', async () => {
    const { job, runs, errors, begun } = controlled();
    job.start();
    await begun(1);
    const failure = new Error('away');
    runs[0]!.fail(failure);
    await begun(2);
    expect(errors).toEqual([failure]);
    runs[1]!.end();
    await begun(3);
    runs[2]!.end();
    await job.stop();
  });

  it('never overlaps, and runs once more when woken during a run', async () => {
    const { job, runs, begun } = controlled(60_000);
    const first = job.wake();
    void job.wake();
    void job.wake();
    expect(runs).toHaveLength(1);
    runs[0]!.end();
    await begun(2);
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
    expect(runs).toHaveLength(1);
  });
});
