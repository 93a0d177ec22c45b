import { Clock } from '../common/clock/index.js';
import type { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { JobRunner } from './job-runner.js';
import type { WorkPoller } from './work-poller.js';

class SetClock extends Clock {
  nowMs = 0;
  now = () => new Date(this.nowMs);
  monotonicMs = () => this.nowMs;
}

const NO_POLLER = undefined as unknown as WorkPoller;

function create() {
  const clock = new SetClock();
  const metrics = new Metrics({ instance: { region: 'test' } } as unknown as AppConfig);
  const read = async (name: string) => (await metrics.registry.getSingleMetric(name)!.get()).values;
  return { clock, read, runner: new JobRunner(NO_POLLER, clock, metrics) };
}

const onError = () => undefined;

describe('job runner', () => {
  it('counts runs and their time, by job and outcome', async () => {
    const { clock, read, runner } = create();
    const outcomes = [
      () => Promise.resolve(),
      () => Promise.reject(new Error('away')),
      () => Promise.resolve(),
    ];
    const run = () => {
      clock.nowMs += 1_500;
      return outcomes.shift()!();
    };
    const job = runner.periodic('Pruner', { everyMs: Infinity, run, onError });
    for (let times = outcomes.length; times > 0; times--) await job.wake();
    expect(await read('earshot_job_runs_total')).toMatchObject([
      { labels: { job: 'Pruner', outcome: 'ok' }, value: 2 },
      { labels: { job: 'Pruner', outcome: 'failed' }, value: 1 },
    ]);
    expect(await read('earshot_job_seconds_total')).toMatchObject([
      { labels: { job: 'Pruner' }, value: 4.5 },
    ]);
  });

  it('counts what a queue worker does, and not its looks into the queue', async () => {
    const { read, runner } = create();
    const job = runner.queue('Sender', { everyMs: Infinity, run: () => Promise.resolve(), onError });
    await job.wake();
    expect(await read('earshot_job_runs_total')).toEqual([]);
    await runner.measure('Sender', () => Promise.resolve());
    expect(await read('earshot_job_runs_total')).toMatchObject([
      { labels: { job: 'Sender', outcome: 'ok' }, value: 1 },
    ]);
  });

  it('lists all jobs, and refuses a second one of a name', () => {
    const { runner } = create();
    const options = { everyMs: Infinity, run: () => Promise.resolve(), onError };
    runner.periodic('Pruner', options);
    runner.queue('Mailer', options);
    expect(runner.catalogue).toEqual(['Mailer', 'Pruner']);
    expect(() => runner.periodic('Mailer', options)).toThrow('two jobs named Mailer');
  });
});
