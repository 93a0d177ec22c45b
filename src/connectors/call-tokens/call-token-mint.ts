import { Injectable } from '@nestjs/common';
import { CallJwt, CallTokenStore } from '../../auth/index.js';
import { type Actor, fromDbEnvironment, refuseForeignEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, notFound } from '../../common/errors/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { Metrics } from '../../common/metrics/index.js';
import { type PageQuery, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { CallToken, Connector } from '../../generated/prisma/client.js';
import { ConnectorsService } from '../connectors.service.js';
import { CALL_TOKENS_VALIDATION_FAILED, type MintCallTokenDto } from './call-token.dto.js';

type Transaction = Prisma.TransactionClient;

const MAX_USES = 1_000;
/** A token in a page can be read by everyone who sees that page. */
const MAX_TTL_SECONDS = 86_400;

export interface MintedCallToken {
  readonly row: CallToken;
  readonly token: string;
}

/** Mints, lists and revokes call tokens. `auth` enforces what a token allows. */
@Injectable()
export class CallTokenMint {
  private readonly minted;

  constructor(
    private readonly prisma: PrismaService,
    private readonly connectors: ConnectorsService,
    private readonly jwt: CallJwt,
    private readonly tokens: CallTokenStore,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    // Counted, not audited: a busy page mints several per second, each has its row, and permission to mint is audited.
    this.minted = metrics.counter('earshot_call_tokens_minted_total', 'Call tokens that were created', [
      'by',
    ]);
  }

  /** For an API key. @throws ApiError 400, 403, 404, 409. */
  async mintFor(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    connectorId: string,
    wanted: MintCallTokenDto,
  ): Promise<MintedCallToken> {
    const connector = await this.connectors.get(actor.accountId, agentId, connectorId, transaction);
    const environment = fromDbEnvironment(connector.environment);
    refuseForeignEnvironment(actor, environment, `make tokens for ${environment}`);
    return this.mint(transaction, connector, wanted, actor.keyId);
  }

  /**
   * @param mintedBy An API key, `connector` or `public`.
   * @throws ApiError 400 beyond the operator's limits, 409 `CALL_TOKEN_LIMIT_REACHED`.
   */
  async mint(
    client: Transaction,
    connector: Connector,
    wanted: MintCallTokenDto,
    mintedBy: string,
  ): Promise<MintedCallToken> {
    const { uses, ttlSeconds = this.config.auth.callTokenTtlSeconds, variables = {}, origins = [] } = wanted;
    this.refuseTooMuch(ttlSeconds, uses);
    await this.refuseOneTooMany(client, connector);
    const now = this.clock.now();
    const row = await this.tokens.create(client, {
      accountId: connector.accountId,
      connectorId: connector.id,
      mintedBy,
      uses,
      caller: wanted.caller,
      variantId: wanted.variantId,
      variables,
      origins,
      maxCallSeconds: wanted.maxCallSeconds,
      maxConcurrentCalls: wanted.maxConcurrentCalls,
      createdAt: now,
      // A JWT counts in whole seconds.
      expiresAt: new Date((Math.floor(now.getTime() / 1_000) + ttlSeconds) * 1_000),
    });
    const claims = { tokenId: row.id, connectorId: connector.id };
    this.minted.inc({ by: MINTERS.has(mintedBy) ? mintedBy : 'key' });
    return { row, token: await this.jwt.sign(claims, row.expiresAt) };
  }

  /** Newest first; deleted some time after their expiry. @throws ApiError 404 `CONNECTORS_NOT_FOUND`. */
  async list(accountId: string, agentId: string, connectorId: string, page: PageQuery) {
    await this.connectors.get(accountId, agentId, connectorId);
    return pageOf(await this.tokens.list(connectorId, page), page.limit);
  }

  /** A revoked token begins no further calls, and resumes no running one. @throws ApiError 403, 404. */
  async revoke(actor: Actor, agentId: string, connectorId: string, callTokenId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const connector = await this.connectors.get(actor.accountId, agentId, connectorId, transaction);
      refuseForeignEnvironment(actor, fromDbEnvironment(connector.environment));
      const isNew = await this.tokens.revoke(transaction, connectorId, callTokenId);
      if (isNew === undefined) throw notFound('CALL_TOKENS_NOT_FOUND', 'No such call token.');
      if (!isNew) return;
      const change = { action: 'call-token.revoke', resourceId: callTokenId, agentId };
      await recordChange(transaction, actor, change);
    });
  }

  private refuseTooMuch(ttlSeconds: number, uses: number): void {
    if (ttlSeconds > MAX_TTL_SECONDS) throw tooMuch(`ttlSeconds must not be greater than ${MAX_TTL_SECONDS}`);
    if (uses > MAX_USES) throw tooMuch(`uses must not be greater than ${MAX_USES}`);
  }

  /** Without a lock: slightly exceeding the limit is harmless, and tokens are minted concurrently. */
  private async refuseOneTooMany(client: Transaction, { id, accountId }: Connector): Promise<void> {
    this.quotas.refuseAbove(await this.tokens.countValid(client, id), {
      accountId,
      quota: 'callTokensPerConnector',
      code: 'CALL_TOKEN_LIMIT_REACHED',
      remedy: 'Ask for a shorter ttlSeconds',
    });
  }
}

/** Minters without an API key. */
const MINTERS: ReadonlySet<string> = new Set(['connector', 'public']);

const tooMuch = (message: string) => new ApiError(400, CALL_TOKENS_VALIDATION_FAILED, message);
