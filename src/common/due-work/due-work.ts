import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { PeriodicJob } from '../periodic/index.js';
import { type Prisma, PrismaService } from '../prisma/index.js';
import { LookTimes } from './look-times.js';
import { lookStatement } from './look-statement.js';

/** Pending work in the database, possibly of another process. */
interface WatchedWork {
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
export class DueWork implements OnModuleDestroy {
  private readonly times = new LookTimes<WatchedWork>();
  private job: PeriodicJob | undefined;
  private tickMs = Infinity;
  private watched: readonly WatchedWork[] = [];
  /** Number of changes to the watched queries: part of the statement's name, which must be unique to its text. */
  private edition = 0;
  private stopped = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DueWork.name);
  }

  /** Polls until the returned function is called. */
  watch(work: WatchedWork): () => void {
    this.times.add(work, performance.now());
    this.change([...this.watched, work]);
    if (work.everyMs < this.tickMs) this.begin(work.everyMs);
    return () => {
      this.times.remove(work);
      this.change(this.watched.filter((one) => one !== work));
    };
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.job?.stop();
  }

  private change(watched: readonly WatchedWork[]): void {
    this.watched = watched;
    this.edition += 1;
  }

  private begin(tickMs: number): void {
    if (this.stopped) return;
    this.tickMs = tickMs;
    void this.job?.stop();
    this.job = new PeriodicJob({
      everyMs: tickMs,
      run: () => this.look(),
      onError: (error) => this.logger.error({ err: error }, 'a look for work broke off'),
    });
    this.job.start();
  }

  private async look(): Promise<void> {
    const due = new Set(this.times.due(performance.now(), this.tickMs));
    if (due.size === 0) return;
    const { watched } = this;
    const found = await this.ask(watched, due);
    watched.forEach((work, index) => {
      if (found[index] && this.times.has(work)) work.found();
    });
  }

  /** Workers report database outages themselves. */
  private async ask(
    watched: readonly WatchedWork[],
    due: ReadonlySet<WatchedWork>,
  ): Promise<readonly boolean[]> {
    const looks = watched.map((work) => ({ query: work.query, isDue: due.has(work) }));
    try {
      const [row] = await this.prisma.runAlone<{ found: boolean[] }>(lookStatement(looks, this.edition));
      return row?.found ?? [];
    } catch {
      return looks.map(({ isDue }) => isDue);
    }
  }
}
