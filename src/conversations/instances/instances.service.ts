import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { Instance } from '../../generated/prisma/client.js';

/** An instance as it is known in the database. */
export interface AliveInstance extends Instance {
  /** Until its lease is over, by the clock of the database. */
  readonly leftMs: number;
}

/** The most instances that are listed. */
const MOST = 500;

/** Who else is there: the instances on this database that hold their lease. */
@Injectable()
export class Instances {
  private latest: readonly AliveInstance[] = [];

  constructor(private readonly prisma: PrismaService) {}

  /** Those that there were when they were asked for last, which is as often as the lease is renewed. */
  get lastKnown(): readonly AliveInstance[] {
    return this.latest;
  }

  /** By age, the oldest first. @throws when the database is away */
  async alive(): Promise<readonly AliveInstance[]> {
    this.latest = await this.prisma.$queryRaw<AliveInstance[]>`
      SELECT id, started_at AS "startedAt", seen_at AS "seenAt", lease_expires_at AS "leaseExpiresAt", address, version,
        state, calls, capacity, fences,
        (EXTRACT(EPOCH FROM lease_expires_at - now()) * 1000)::float8 AS "leftMs"
      FROM instances WHERE lease_expires_at > now() ORDER BY started_at, id LIMIT ${MOST}`;
    return this.latest;
  }
}
