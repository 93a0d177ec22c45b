import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../common/caches/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';

/** How long a count is cached, apart from this process's own deployments. */
const COUNT_TTL_MS = 10_000;
const REMEMBERED_ACCOUNTS = 10_000;
/** Above this share, every deployment is counted. */
const NEARLY_FULL = 0.9;

/**
 * Limits the deployments of an account. Publishing is one fast statement, so far from the limit the count is cached:
 * deployments of other processes can't reach the limit in that time. Near it, every deployment is counted.
 */
@Injectable()
export class DeploymentLimit {
  private readonly counts = new LRUCache<string, { count: number }>({
    ...atMost(REMEMBERED_ACCOUNTS),
    ttl: COUNT_TTL_MS,
    ttlResolution: COUNT_TTL_MS / 100,
  });

  constructor(
    private readonly prisma: PrismaService,
    private readonly quotas: AccountQuotas,
  ) {}

  /** Call before each deployment. @throws ApiError 409 `DEPLOYMENT_LIMIT_REACHED`. */
  async refuseOneTooMany(accountId: string, client: Prisma.TransactionClient = this.prisma): Promise<void> {
    const known = this.counts.get(accountId);
    if (known && known.count < this.quotas.of(accountId, 'deployments') * NEARLY_FULL) {
      known.count += 1;
      return;
    }
    const count = await this.count(accountId, client);
    this.quotas.refuseAbove(count, {
      accountId,
      quota: 'deployments',
      code: 'DEPLOYMENT_LIMIT_REACHED',
      remedy: 'Delete agents that are not needed any more',
    });
    this.counts.set(accountId, { count: count + 1 });
  }

  /** The history of an agent and environment is numbered without gaps, so its last number is its length. */
  private async count(accountId: string, client: Prisma.TransactionClient): Promise<number> {
    const [row] = await client.$queryRaw<{ count: bigint }[]>`
      SELECT coalesce(sum(active.number), 0)::bigint AS count
      FROM active_deployments active JOIN agents agent ON agent.id = active.agent_id
      WHERE agent.account_id = ${accountId}`;
    return Number(row?.count ?? 0);
  }
}
