import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Instance } from '../../generated/prisma/client.js';

/** An instance as recorded in the database. */
export interface AliveInstance extends Instance {
  /** Until its lease expires, by the database's clock. */
  readonly leftMs: number;
}

/** Limit of listed instances. */
const MOST = 500;

/**
 * SQL condition: the instance holds its lease.
 * @param id The column that names it.
 * @param graceMs Or held it until this long ago.
 */
export const instanceIsAlive = (id: string, graceMs?: number): Prisma.Sql => {
  const since = graceMs === undefined ? Prisma.empty : Prisma.sql` - ${graceMs} * interval '1 millisecond'`;
  return Prisma.sql`EXISTS (SELECT FROM instances i WHERE i.id = ${Prisma.raw(id)} AND i.lease_expires_at > now()${since})`;
};

/** SQL of the last heartbeat of an instance; null if it is unknown. @param id The column that names it. */
export const lastSeen = (id: string): Prisma.Sql =>
  Prisma.sql`(SELECT i.seen_at FROM instances i WHERE i.id = ${Prisma.raw(id)})`;

/** SQL of all instances with the state of their leases. */
export const INSTANCE_LEASES = Prisma.sql`SELECT id, address, lease_expires_at > now() AS is_alive, fences FROM instances`;

/** The instances on this database that hold their lease. */
@Injectable()
export class Instances {
  private latest: readonly AliveInstance[] = [];

  constructor(private readonly prisma: PrismaService) {}

  /** The result of the last query; updated with each lease renewal. */
  get lastKnown(): readonly AliveInstance[] {
    return this.latest;
  }

  /** Oldest first. @throws when the database is away */
  async alive(): Promise<readonly AliveInstance[]> {
    this.latest = await this.prisma.$queryRaw<AliveInstance[]>`
      SELECT id, started_at AS "startedAt", seen_at AS "seenAt", lease_expires_at AS "leaseExpiresAt", address, version,
        state, calls, capacity, fences,
        (EXTRACT(EPOCH FROM lease_expires_at - now()) * 1000)::float8 AS "leftMs"
      FROM instances WHERE lease_expires_at > now() ORDER BY started_at, id LIMIT ${MOST}`;
    return this.latest;
  }

  /** Where to ask that instance; undefined if unknown. @throws when the database is away */
  async addressOf(id: string): Promise<string | undefined> {
    const instance = await this.prisma.instance.findUnique({ where: { id } });
    return instance?.address ?? undefined;
  }

  /**
   * Deletes instances whose lease has expired.
   * @param isNeeded Condition on `i.id`: the row stays.
   */
  forgetLost(isNeeded: Prisma.Sql): Prisma.PrismaPromise<number> {
    return this.prisma
      .$executeRaw`DELETE FROM instances AS i WHERE i.lease_expires_at < now() AND NOT ${isNeeded}`;
  }
}
