import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { Instance } from '../../generated/prisma/client.js';

/** The most instances that are listed. */
const MOST = 500;

/** Who else is there: the instances on this database that hold their lease. */
@Injectable()
export class Instances {
  constructor(private readonly prisma: PrismaService) {}

  /** By age, the oldest first. @throws when the database is away */
  async alive(): Promise<Instance[]> {
    return await this.prisma.$queryRaw<Instance[]>`
      SELECT id, started_at AS "startedAt", seen_at AS "seenAt", lease_expires_at AS "leaseExpiresAt", address, version,
        state, calls, capacity, fences
      FROM instances WHERE lease_expires_at > now() ORDER BY started_at, id LIMIT ${MOST}`;
  }
}
