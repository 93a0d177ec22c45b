import { Injectable } from '@nestjs/common';
import { type EnvironmentName, type Principal, type Scope, toDbEnvironment } from '../common/access/index.js';
import { type AuditActor, recordChange } from '../common/audit/index.js';
import { Clock } from '../common/clock/index.js';
import { forbidden, notFound } from '../common/errors/index.js';
import { newId } from '../common/ids/index.js';
import { after, NEWEST_FIRST, pageOf } from '../common/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { ApiKey } from '../generated/prisma/client.js';
import { ApiKeysService } from './api-keys.service.js';
import { hashToken, newSecretToken, tokenHint } from './secret-token.js';

export interface NewApiKey {
  readonly name: string;
  readonly ownerEmail: string;
  readonly scopes: readonly Scope[];
  readonly agentIds?: readonly string[];
  readonly environments?: readonly EnvironmentName[];
  readonly expiresAt?: Date;
}

/** Makes, lists and revokes API keys. */
@Injectable()
export class ApiKeyAdmin {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** Makes a key. The secret is in the answer and nowhere else: the database has its hash. */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    wanted: NewApiKey,
  ): Promise<{ row: ApiKey; secret: string }> {
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

  /** Newest first, revoked ones included. */
  async list(accountId: string, { limit, cursor }: { limit: number; cursor?: string }) {
    const rows = await this.prisma.apiKey.findMany({
      where: { accountId, AND: after(cursor) },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /**
   * Ends a key: here at once, on other processes within API_KEY_CACHE_TTL_MS. Revoking twice changes nothing.
   * @throws ApiError 404 `API_KEY_NOT_FOUND`.
   */
  async revoke(actor: AuditActor, keyId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const own = { id: keyId, accountId: actor.accountId };
      const { count } = await transaction.apiKey.updateMany({
        where: { ...own, revokedAt: null },
        data: { revokedAt: this.clock.now() },
      });
      if (count > 0) return recordChange(transaction, actor, { action: 'api-key.revoke', resourceId: keyId });
      const known = await transaction.apiKey.findFirst({ where: own, select: { id: true } });
      if (!known) throw notFound('API_KEY_NOT_FOUND', 'No such API key.');
    });
    this.apiKeys.forgetChecked();
  }
}

/**
 * Refuses a key that could do more than its maker: limits to agents and environments are handed on. (Scopes are not: whoever may
 * manage keys decides what they may do.)
 * @throws ApiError 403.
 */
export function refuseWiderKey(maker: Principal, wanted: Pick<NewApiKey, 'agentIds' | 'environments'>): void {
  const within = (allowed: ReadonlySet<string> | undefined, asked: readonly string[] | undefined) =>
    allowed === undefined || (asked !== undefined && asked.every((item) => allowed.has(item)));
  if (within(maker.agentIds, wanted.agentIds) && within(maker.environments, wanted.environments)) return;
  throw forbidden('A limited key can only make keys with the same limits or narrower ones.');
}
