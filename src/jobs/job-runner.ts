import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { Metrics } from '../common/metrics/index.js';
import { PeriodicJob, type PeriodicJobOptions } from './periodic-job.js';
import { type WatchedWork, WorkPoller } from './work-poller.js';

/** Runs all periodic and deferred work of the process, and counts it by job. */
@Injectable()
export class JobRunner {
  private readonly names = new Set<string>();
  private readonly runs;
  private readonly seconds;

  constructor(
    private readonly poller: WorkPoller,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.runs = metrics.counter(
      'earshot_job_runs_total',
      'Runs of background jobs, and jobs taken from queues, by outcome (`ok` or `failed`).',
      ['job', 'outcome'],
    );
    this.seconds = metrics.counter('earshot_job_seconds_total', 'Duration of the runs of background jobs.', [
      'job',
    ]);
  }

  /** All jobs of the process. */
  get catalogue(): readonly string[] {
    return [...this.names].sort();
  }

  /** A job that begins with `start` or `wake`. @param name Unique in the process; a label of the metrics. */
  periodic(name: string, options: PeriodicJobOptions): PeriodicJob {
    this.add(name);
    return new PeriodicJob(
      { ...options, run: (signal) => this.measure(name, () => options.run(signal)) },
      this.clock,
    );
  }

  /** A job that takes work from a queue: what it takes is counted with `measure`, not its looks into the queue. */
  queue(name: string, options: PeriodicJobOptions): PeriodicJob {
    this.add(name);
    return new PeriodicJob(options, this.clock);
  }

  /** Polls for deferred work until the returned function is called. */
  watch(work: WatchedWork): () => void {
    return this.poller.watch(work);
  }

  /** Counts a run. */
  async measure<T>(job: string, run: () => Promise<T>): Promise<T> {
    const beganMs = this.clock.monotonicMs();
    let outcome = 'failed';
    try {
      const result = await run();
      outcome = 'ok';
      return result;
    } finally {
      this.runs.inc({ job, outcome });
      this.seconds.inc({ job }, (this.clock.monotonicMs() - beganMs) / 1_000);
    }
  }

  private add(name: string): void {
    if (this.names.has(name)) throw new Error(`There are two jobs named ${name}.`);
    this.names.add(name);
  }
}
