import { Injectable } from '@nestjs/common';
import { ENVIRONMENTS, type Principal, toDbEnvironment } from '../common/access/index.js';
import { type AuditActor, recordChange } from '../audit/index.js';
import { Clock } from '../common/clock/index.js';
import { notFound } from '../common/errors/index.js';
import { newId } from '../common/ids/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { ApiKey } from '../generated/prisma/client.js';
import { ApiKeysService } from './api-keys.service.js';
import { type NewApiKey, refuseDeadKey } from './key-policy.js';
import { hashToken, newSecretToken, tokenHint } from './credentials/secret-token.js';

/** Who manages keys: a limited key manages those within its limits, the operator all keys of the account. */
export type KeyManager = AuditActor & Partial<Pick<Principal, 'agentIds' | 'environments'>>;

@Injectable()
export class ApiKeyAdmin {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly apiKeys: ApiKeysService,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Creates a key. Only the response has the secret; the database stores its hash.
   * @throws ApiError 400 for a key that could never be used, 409 `API_KEY_LIMIT_REACHED`.
   */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    wanted: NewApiKey,
  ): Promise<{ row: ApiKey; secret: string }> {
    await this.refuseUseless(transaction, actor.accountId, wanted);
    await this.refuseOneTooMany(transaction, actor.accountId);
    const secret = newSecretToken('esk');
    const row = await transaction.apiKey.create({
      data: {
        id: newId('ak'),
        accountId: actor.accountId,
        name: wanted.name,
        ownerEmail: wanted.ownerEmail,
        secretHash: hashToken(secret),
        hint: tokenHint(secret),
        scopes: [...wanted.scopes],
        agentIds: [...(wanted.agentIds ?? [])],
        environments: (wanted.environments ?? []).map(toDbEnvironment),
        expiresAt: wanted.expiresAt ?? null,
      },
    });
    const details = { scopes: row.scopes, agentIds: row.agentIds, environments: row.environments };
    await recordChange(transaction, actor, { action: 'api-key.create', resourceId: row.id, details });
    return { row, secret };
  }

  /** Newest first, including revoked keys. */
  async list(manager: Omit<KeyManager, 'email'>, { limit, cursor }: { limit: number; cursor?: string }) {
    const rows = await this.prisma.apiKey.findMany({
      where: { ...(await this.managedBy(manager)), AND: after(cursor) },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /**
   * Revokes a key: immediately in this process, elsewhere on notification or within half a second. Idempotent.
   * @throws ApiError 404 `API_KEY_NOT_FOUND`.
   */
  async revoke(actor: KeyManager, keyId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const own = { ...(await this.managedBy(actor)), AND: { id: keyId } };
      const { count } = await transaction.apiKey.updateMany({
        where: { ...own, revokedAt: null },
        data: { revokedAt: this.clock.now() },
      });
      if (count > 0) return recordChange(transaction, actor, { action: 'api-key.revoke', resourceId: keyId });
      const known = await transaction.apiKey.findFirst({ where: own, select: { id: true } });
      if (!known) throw notFound('API_KEY_NOT_FOUND', 'No such API key.');
    });
    this.apiKeys.changed();
  }

  /** A limited key sees and manages only keys that can do no more than itself. */
  private async managedBy({
    accountId,
    agentIds,
    environments,
  }: Omit<KeyManager, 'email'>): Promise<Prisma.ApiKeyWhereInput> {
    const foreign = ENVIRONMENTS.filter((name) => environments?.has(name) === false).map(toDbEnvironment);
    const withinEnvironments = {
      environments: { isEmpty: false },
      NOT: { environments: { hasSome: foreign } },
    };
    return {
      accountId,
      ...(agentIds && { id: { in: await this.idsWithin(accountId, [...agentIds]) } }),
      ...(environments && withinEnvironments),
    };
  }

  /** Keys limited to a subset of these agents; Prisma has no "is contained in" operator. */
  private async idsWithin(accountId: string, agentIds: string[]): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM api_keys
      WHERE account_id = ${accountId} AND cardinality(agent_ids) > 0 AND agent_ids <@ ${agentIds}::text[]`;
    return rows.map(({ id }) => id);
  }

  private async refuseUseless(
    transaction: Prisma.TransactionClient,
    accountId: string,
    wanted: NewApiKey,
  ): Promise<void> {
    const { agentIds = [] } = wanted;
    const agents = await transaction.agent.findMany({
      where: { accountId, id: { in: [...agentIds] } },
      select: { id: true },
    });
    refuseDeadKey(wanted, new Set(agents.map(({ id }) => id)), this.clock.now());
  }

  private async refuseOneTooMany(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'apiKeys',
      count: () => transaction.apiKey.count({ where: { accountId, revokedAt: null } }),
      code: 'API_KEY_LIMIT_REACHED',
      remedy: 'Revoke keys that nobody uses',
    });
  }
}
