import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { PeriodicJob } from '../periodic/index.js';
import { Prisma, PrismaService } from '../prisma/index.js';
import { LookTimes } from './look-times.js';

/** Work that lies in the database, and may come from another process. */
interface WatchedWork {
  /** How often to look for it, in milliseconds. */
  readonly everyMs: number;
  /** A query that has a row while there is something to do; short, whatever else is in the tables. */
  readonly query: Prisma.Sql;
  /** Called where there is work, or where that could not be found out. Must return at once and never throw. */
  readonly found: () => void;
}

/**
 * Looks for the work of all rooms in one statement: many loops that each ask for their own cost a process with nothing
 * to do more than all else.
 */
@Injectable()
export class DueWork implements OnModuleDestroy {
  private readonly times = new LookTimes<WatchedWork>();
  private job: PeriodicJob | undefined;
  private tickMs = Infinity;
  private stopped = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DueWork.name);
  }

  /** Looks for it from now on, until what is returned is called. */
  watch(work: WatchedWork): () => void {
    this.times.add(work, performance.now());
    if (work.everyMs < this.tickMs) this.begin(work.everyMs);
    return () => this.times.remove(work);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.job?.stop();
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
    const due = this.times.due(performance.now(), this.tickMs);
    if (due.length === 0) return;
    const found = await this.ask(due);
    due.forEach((work, index) => {
      if (found[index] && this.times.has(work)) work.found();
    });
  }

  /** Whoever has work says by itself that the database is away. */
  private async ask(due: readonly WatchedWork[]): Promise<readonly boolean[]> {
    const exist = Prisma.join(due.map(({ query }) => Prisma.sql`EXISTS (${query})`));
    try {
      const [row] = await this.prisma.$queryRaw<{ found: boolean[] }[]>`SELECT ARRAY[${exist}] AS found`;
      return row?.found ?? [];
    } catch {
      return due.map(() => true);
    }
  }
}
