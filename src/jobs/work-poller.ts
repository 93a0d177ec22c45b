import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { PeriodicJob } from './periodic-job.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { PollSchedule } from './poll-schedule.js';
import { pollStatement } from './poll-statement.js';

/** Pending work in the database, possibly of another process. */
export interface WatchedWork {
  /** Polling interval, in milliseconds. */
  readonly everyMs: number;
  /** A query that returns a row while there is work; fast, whatever the size of the tables. */
  readonly query: Prisma.Sql;
  /** Called when work is due, or when the check failed. Must return immediately and never throw. */
  readonly found: () => void;
}

/**
 * Polls for the work of all modules in one statement, without the ORM: separate polling loops would be the main cost of
 * an idle process.
 */
@Injectable()
export class WorkPoller implements OnModuleDestroy {
  private readonly schedule = new PollSchedule<WatchedWork>();
  private job: PeriodicJob | undefined;
  private tickMs = Infinity;
  private watched: readonly WatchedWork[] = [];
  /** Number of changes to the watched queries: part of the statement's name, which must be unique to its text. */
  private revision = 0;
  private stopped = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(WorkPoller.name);
  }

  /** Polls until the returned function is called. */
  watch(work: WatchedWork): () => void {
    this.schedule.add(work, this.clock.monotonicMs());
    this.change([...this.watched, work]);
    if (work.everyMs < this.tickMs) this.begin(work.everyMs);
    return () => {
      this.schedule.remove(work);
      this.change(this.watched.filter((one) => one !== work));
    };
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.job?.stop();
  }

  private change(watched: readonly WatchedWork[]): void {
    this.watched = watched;
    this.revision += 1;
  }

  private begin(tickMs: number): void {
    if (this.stopped) return;
    this.tickMs = tickMs;
    void this.job?.stop();
    const onError = (err: unknown) => this.logger.error({ err }, 'poll for work failed');
    this.job = new PeriodicJob({ everyMs: tickMs, run: () => this.poll(), onError }, this.clock);
    this.job.start();
  }

  private async poll(): Promise<void> {
    const due = new Set(this.schedule.due(this.clock.monotonicMs(), this.tickMs));
    if (due.size === 0) return;
    const { watched } = this;
    const found = await this.ask(watched, due);
    watched.forEach((work, index) => {
      if (found[index] && this.schedule.has(work)) work.found();
    });
  }

  /** Workers report database outages themselves. */
  private async ask(
    watched: readonly WatchedWork[],
    due: ReadonlySet<WatchedWork>,
  ): Promise<readonly boolean[]> {
    const polls = watched.map((work) => ({ query: work.query, isDue: due.has(work) }));
    try {
      const [row] = await this.prisma.runAlone<{ found: boolean[] }>(pollStatement(polls, this.revision));
      return row?.found ?? [];
    } catch {
      return polls.map(({ isDue }) => isDue);
    }
  }
}
