import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { fromDbEnvironment, type Principal } from '../common/access/index.js';
import { ChangeSignals } from '../common/change-signals/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { ApiKey } from '../generated/prisma/client.js';
import { checkedCache } from './checked-cache.js';
import { hashToken } from './credentials/secret-token.js';

interface KnownKey {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/** Resolves API keys. A verified key is trusted for half a second without another query. */
@Injectable()
export class ApiKeysService {
  private readonly known: LRUCache<string, KnownKey> | undefined;
  /** Queries in flight. Concurrent requests with the same uncached key share one. */
  private readonly asked = new Map<string, Promise<KnownKey | undefined>>();

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly changes: ChangeSignals,
    config: AppConfig,
  ) {
    changes.on('api-keys', () => this.forgetChecked());
    this.known = checkedCache(config);
  }

  /** The principal, or undefined for a well-formed key that is unknown, revoked or expired. */
  async authenticate(key: string, fingerprint: string): Promise<Principal | undefined> {
    const found = this.known ? await this.recall(this.known, key, fingerprint) : await this.find(key);
    return found && this.isLive(found) ? found.principal : undefined;
  }

  /** A key was revoked: effective here immediately, elsewhere on notification. */
  changed(): void {
    this.forgetChecked();
    this.changes.tell('api-keys');
  }

  /** Clears the cache, so that each key is looked up again. */
  forgetChecked(): void {
    this.known?.clear();
    this.asked.clear();
  }

  private recall(
    known: LRUCache<string, KnownKey>,
    key: string,
    fingerprint: string,
  ): KnownKey | Promise<KnownKey | undefined> {
    return known.get(fingerprint) ?? this.asked.get(fingerprint) ?? this.ask(known, key, fingerprint);
  }

  private ask(
    known: LRUCache<string, KnownKey>,
    key: string,
    fingerprint: string,
  ): Promise<KnownKey | undefined> {
    const answer = this.find(key)
      .then((found) => {
        if (isCurrent() && found) known.set(fingerprint, found);
        return found;
      })
      .finally(() => {
        if (isCurrent()) this.asked.delete(fingerprint);
      });
    // The result of a query made before the cache was cleared must not be cached.
    const isCurrent = () => this.asked.get(fingerprint) === answer;
    this.asked.set(fingerprint, answer);
    return answer;
  }

  private async find(key: string): Promise<KnownKey | undefined> {
    const row = await this.prisma.apiKey.findUnique({ where: { secretHash: hashToken(key) } });
    if (!row || row.revokedAt !== null) return undefined;
    return {
      principal: toPrincipal(row),
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
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
    expiresAt: row.expiresAt ?? undefined,
    agentIds: row.agentIds.length > 0 ? new Set(row.agentIds) : undefined,
    environments: row.environments.length > 0 ? new Set(row.environments.map(fromDbEnvironment)) : undefined,
  };
}
