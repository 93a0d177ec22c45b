import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fromDbEnvironment } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { CallGrant, ConnectorGrant } from './call-grant.js';
import { hashToken, isWellFormedToken } from './secret-token.js';
import { type CredentialKind, RefusedCredentials } from './refused-credentials.js';
import { StudioTokens } from './studio-tokens.js';

interface KnownToken {
  readonly grant: ConnectorGrant;
  readonly expiresAtMs: number;
}

/** Tells what the `authToken` of an offer may call. A checked connector token is trusted for API_KEY_CACHE_TTL_MS. */
@Injectable()
export class CallTokensService {
  private readonly known: LRUCache<string, KnownToken> | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly studioTokens: StudioTokens,
    private readonly clock: Clock,
    private readonly refused: RefusedCredentials,
    config: AppConfig,
  ) {
    const { keyCacheSize, keyCacheTtlMs } = config.auth;
    this.known =
      keyCacheSize > 0 && keyCacheTtlMs > 0
        ? new LRUCache({ max: keyCacheSize, ttl: keyCacheTtlMs })
        : undefined;
  }

  /**
   * The grant, or undefined for a token that is malformed, unknown, revoked or expired. What is malformed costs no query. Whether a
   * grant is stale (`isStale`) is for the caller to ask, who knows what is deployed.
   */
  async resolve(token: string): Promise<CallGrant | undefined> {
    if (isWellFormedToken('ect', token))
      return this.noted('connector-token', await this.resolveConnectorToken(token));
    return this.noted('studio-token', await this.studioTokens.verify(token));
  }

  private noted(kind: CredentialKind, grant: CallGrant | undefined): CallGrant | undefined {
    if (!grant) this.refused.note({ kind, reason: 'invalid' });
    return grant;
  }

  /** Forgets what was checked, so that a revocation made here takes effect here at once. */
  forgetChecked(): void {
    this.known?.clear();
  }

  private async resolveConnectorToken(token: string): Promise<ConnectorGrant | undefined> {
    const tokenHash = hashToken(token);
    const cacheKey = Buffer.from(tokenHash).toString('base64');
    let found = this.known?.get(cacheKey);
    if (!found) {
      found = await this.findConnectorToken(tokenHash);
      if (found) this.known?.set(cacheKey, found);
    }
    return found && found.expiresAtMs > this.clock.now().getTime() ? found.grant : undefined;
  }

  private async findConnectorToken(tokenHash: Uint8Array<ArrayBuffer>): Promise<KnownToken | undefined> {
    const row = await this.prisma.connectorToken.findUnique({
      where: { tokenHash, revokedAt: null },
      select: { expiresAt: true, connector: true },
    });
    if (!row) return undefined;
    const { id, accountId, agentId, environment, variantId, disableHandoff } = row.connector;
    return {
      grant: {
        kind: 'connector',
        connectorId: id,
        disableHandoff,
        accountId,
        agentId,
        target: fromDbEnvironment(environment),
        ...(variantId !== null && { variantId }),
      },
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }
}
