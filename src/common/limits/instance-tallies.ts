import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../clock/index.js';
import { AppConfig } from '../config/index.js';
import { newId } from '../ids/index.js';
import { PeriodicService } from '../periodic/index.js';
import { PrismaService } from '../prisma/index.js';

type Counts = ReadonlyMap<string, number>;

/** How much of it the other instances have counted, as far as this one knows. */
export type CountsElsewhere = (key: string) => number;

/** Writes what this instance counts, forgets who is gone, and reads what the others count. */
const EXCHANGE = `
  WITH mine AS (
    INSERT INTO instance_tallies (id, counts, expires_at) VALUES ($1, $2::jsonb, now() + $3 * interval '1 millisecond')
    ON CONFLICT (id) DO UPDATE SET counts = excluded.counts, expires_at = excluded.expires_at
  ), gone AS (
    DELETE FROM instance_tallies WHERE id <> $1 AND expires_at < now()
  )
  SELECT counts FROM instance_tallies WHERE id <> $1 AND expires_at > now()`;

/**
 * What instances count each for itself and hold against a limit of all of them. They tell each other through the
 * database every `LIMITS_SHARE_INTERVAL_MS`, so that what is held against a limit asks nobody; until they have, each
 * knows less. What an instance that died had counted is forgotten when a lease would be over. One that is alone asks
 * and tells nothing.
 */
@Injectable()
export class InstanceTallies extends PeriodicService {
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
    logger: PinoLogger,
  ) {
    super(config.limits.shareIntervalMs, logger, 'limits hold for each instance by itself for now');
    this.keptMs = config.conversations.instanceLeaseMs;
  }

  /**
   * @param name Of what is counted: the same on all instances.
   * @param tell What this instance has counted by now.
   */
  share(name: string, tell: () => Counts): CountsElsewhere {
    this.tellers.set(name, tell);
    return (key) => {
      if (this.elsewhere.size === 0 || this.clock.monotonicMs() - this.readAtMs > this.keptMs) return 0;
      return this.elsewhere.get(`${name} ${key}`) ?? 0;
    };
  }

  /** Whether there are other instances, for whoever knows. */
  among(hasOthers: boolean): void {
    const isNew = hasOthers && !this.hasOthers;
    this.hasOthers = hasOthers;
    if (isNew) void this.job.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    if (this.readAtMs === Number.NEGATIVE_INFINITY) return;
    // What stays is forgotten when it expires.
    await this.prisma.$executeRaw`DELETE FROM instance_tallies WHERE id = ${this.id}`.catch(() => 0);
  }

  protected async run(): Promise<void> {
    // Asked even where nobody is told: whoever tells forgets what is over.
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

  /** Said once, not every second. */
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
