import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fromDbEnvironment, type Principal } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { ApiKey } from '../generated/prisma/client.js';
import { hashToken, isWellFormedToken } from './secret-token.js';

interface KnownKey {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/** Tells who is behind an API key. A key that was checked is trusted for API_KEY_CACHE_TTL_MS without another query. */
@Injectable()
export class ApiKeysService {
  private readonly known: LRUCache<string, KnownKey> | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    const { keyCacheSize, keyCacheTtlMs } = config.auth;
    this.known =
      keyCacheSize > 0 && keyCacheTtlMs > 0
        ? new LRUCache({ max: keyCacheSize, ttl: keyCacheTtlMs })
        : undefined;
  }

  /** The principal, or undefined for a key that is malformed, unknown, revoked or expired. */
  async authenticate(key: string): Promise<Principal | undefined> {
    if (!isWellFormedToken('esk', key)) return undefined;
    const secretHash = hashToken(key);
    const cacheKey = Buffer.from(secretHash).toString('base64');
    const cached = this.known?.get(cacheKey);
    if (cached) return this.isLive(cached) ? cached.principal : undefined;
    const row = await this.prisma.apiKey.findUnique({ where: { secretHash } });
    if (!row || row.revokedAt !== null) return undefined;
    const found: KnownKey = {
      principal: toPrincipal(row),
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    this.known?.set(cacheKey, found);
    return this.isLive(found) ? found.principal : undefined;
  }

  /** Forgets what was checked, so that a revocation made here takes effect here at once. */
  forgetChecked(): void {
    this.known?.clear();
  }

  private isLive(key: KnownKey): boolean {
    return key.expiresAtMs > this.clock.now().getTime();
  }
}

function toPrincipal(row: ApiKey): Principal {
  return {
    accountId: row.accountId,
    keyId: row.id,
    email: row.ownerEmail,
    scopes: new Set(row.scopes),
    agentIds: row.agentIds.length > 0 ? new Set(row.agentIds) : undefined,
    environments: row.environments.length > 0 ? new Set(row.environments.map(fromDbEnvironment)) : undefined,
  };
}
