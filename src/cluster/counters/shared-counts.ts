import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { InstanceKeys } from '../../common/secrets/index.js';

const SWEEP_EVERY_MS = 600_000;

/** A limited number of events in a time window. */
export interface SharedLimit {
  /** Identifies who and what; stored only as a keyed digest, because it may contain an address. */
  readonly key: string;
  readonly most: number;
}

export interface ExceededLimit {
  readonly most: number;
  /** Until its window ends. */
  readonly leftSeconds: number;
}

/**
 * Counts over all instances that share the database and the instance secret. A window begins with its first event, by
 * the database's clock. The table is unlogged: a crash of the database resets the counts.
 */
@Injectable()
export class SharedCounts extends PeriodicService {
  private readonly digestKey: Uint8Array;

  constructor(
    private readonly prisma: PrismaService,
    keys: InstanceKeys,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, SWEEP_EVERY_MS, logger, 'expired counts could not be deleted');
    this.digestKey = keys.keyRing('shared-counts').current.bytes;
  }

  /**
   * Counts one event of each limit, in one statement.
   * @returns the exceeded limit whose window ends last; undefined if none is exceeded.
   * @throws when the database is away
   */
  async count(limits: readonly SharedLimit[], windowSeconds: number): Promise<ExceededLimit | undefined> {
    const mostOf = new Map(limits.map(({ key, most }) => [this.digest(key), most]));
    // Sorted: statements that lock the same rows in different orders would deadlock.
    const ids = [...mostOf.keys()].sort();
    const counts = await this.prisma.$queryRaw<{ id: string; count: number; leftMs: number }[]>`
      INSERT INTO shared_counts AS s (id, count, ends_at)
      SELECT id, 1, now() + ${windowSeconds} * interval '1 second' FROM unnest(${ids}::text[]) AS id
      ON CONFLICT (id) DO UPDATE SET
        count = CASE WHEN s.ends_at > now() THEN s.count + 1 ELSE 1 END,
        ends_at = CASE WHEN s.ends_at > now() THEN s.ends_at ELSE excluded.ends_at END
      RETURNING s.id, s.count, (extract(epoch FROM s.ends_at - now()) * 1000)::float8 AS "leftMs"`;
    const exceeded = counts
      .map(({ id, count, leftMs }) => ({ most: mostOf.get(id) ?? 0, count, leftMs }))
      .filter(({ most, count }) => count > most)
      .toSorted((a, b) => b.leftMs - a.leftMs)[0];
    if (!exceeded) return undefined;
    const { most, leftMs } = exceeded;
    // Ends are stored in whole milliseconds, sometimes rounded up.
    return { most, leftSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(leftMs / 1_000))) };
  }

  /** @throws when the database is away */
  async run(): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM shared_counts WHERE ends_at < now()`;
  }

  private digest(key: string): string {
    return createHmac('sha256', this.digestKey).update(key).digest('base64url');
  }
}
