import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';

type Counts = ReadonlyMap<string, number>;

/** The other instances' count, as far as known. */
export type CountsElsewhere = (key: string) => number;

/** Writes this instance's counts, deletes those of dead instances, and reads the others'. */
const EXCHANGE = `
  WITH mine AS (
    INSERT INTO instance_tallies (id, counts, expires_at) VALUES ($1, $2::jsonb, now() + $3 * interval '1 millisecond')
    ON CONFLICT (id) DO UPDATE SET counts = excluded.counts, expires_at = excluded.expires_at
  ), gone AS (
    DELETE FROM instance_tallies WHERE id <> $1 AND expires_at < now()
  )
  SELECT counts FROM instance_tallies WHERE id <> $1 AND expires_at > now()`;

/**
 * Per-instance counters, shared through the database every second to enforce a global limit without
 * a query per check; until then each instance knows less. The counts of a dead instance are dropped when its lease
 * would expire. A single instance shares nothing.
 */
@Injectable()
export class DistributedCounters extends PeriodicService {
  private readonly id = newId('tly');
  private readonly tellers = new Map<string, () => Counts>();
  private readonly keptMs: number;
  private elsewhere: Counts = new Map();
  private readAtMs = Number.NEGATIVE_INFINITY;
  private hasOthers = false;
  private isFailing = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(
      runner,
      config.limits.shareIntervalMs,
      logger,
      'shared counters are unavailable: limits hold for each instance alone',
    );
    this.keptMs = config.conversations.instanceLeaseMs;
  }

  /**
   * @param name Name of the counter, the same on all instances.
   * @param tell This instance's counts.
   */
  share(name: string, tell: () => Counts): CountsElsewhere {
    this.tellers.set(name, tell);
    return (key) => {
      if (this.elsewhere.size === 0 || this.clock.monotonicMs() - this.readAtMs > this.keptMs) return 0;
      return this.elsewhere.get(`${name} ${key}`) ?? 0;
    };
  }

  /** Sets whether there are other instances. */
  among(hasOthers: boolean): void {
    const isNew = hasOthers && !this.hasOthers;
    this.hasOthers = hasOthers;
    if (isNew) void this.job.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    if (this.readAtMs === Number.NEGATIVE_INFINITY) return;
    // If it fails, the row expires.
    await this.prisma.$executeRaw`DELETE FROM instance_tallies WHERE id = ${this.id}`.catch(() => 0);
  }

  protected async run(): Promise<void> {
    // Runs even with nothing to share: it deletes expired counts.
    const counts = [...this.tellers].flatMap(([name, tell]) =>
      [...tell()].map(([key, count]) => [`${name} ${key}`, count] as const),
    );
    if (!this.hasOthers) {
      this.elsewhere = new Map();
      return;
    }
    const rows = await this.prisma.runAlone<{ counts: Record<string, number> }>({
      name: 'exchange_tallies',
      text: EXCHANGE,
      values: [this.id, JSON.stringify(Object.fromEntries(counts)), this.keptMs],
    });
    this.elsewhere = sumsOf(rows.map((row) => row.counts));
    this.readAtMs = this.clock.monotonicMs();
    this.isFailing = false;
  }

  /** Logged once, not every second. */
  protected override onFailure(error: unknown): void {
    if (!this.isFailing) super.onFailure(error);
    this.isFailing = true;
  }
}

function sumsOf(all: readonly Record<string, number>[]): Counts {
  const sums = new Map<string, number>();
  for (const [key, count] of all.flatMap((counts) => Object.entries(counts))) {
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}
