import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { atMost } from '../../common/caches/index.js';
import { CallTokensService, SuspendedAccounts } from '../../auth/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, forbidden, rateLimited } from '../../common/errors/index.js';
import { networkOf } from '../../http/index.js';
import { SharedCounts, type SharedLimit } from '../../cluster/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { MintCallTokenDto } from './call-token.dto.js';
import { CallTokenMint, type MintedCallToken } from './call-token-mint.js';

const WINDOW_SECONDS = 60;
const REMEMBERED_ADDRESSES = 10_000;

/** The same response for a missing connector and one that does not list the origin. */
const noSuchPage = () =>
  forbidden(
    'Pages of this origin may not call this connector without a token of your backend. Name the origin in publicAccess.origins of the connector.',
  );

const noSuchToken = () =>
  new ApiError(401, 'UNAUTHORIZED', 'The token is not the one of this connector.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/**
 * Call tokens without an API key: for the page itself, or for holders of the connector's token. The limit per address
 * counts over all instances; repeated requests of a refused address cost no query.
 */
@Injectable()
export class PageCallTokens {
  private readonly ofAddress: RateLimiterMemory;
  /** The limits that addresses have exceeded, until they reset. */
  private readonly refused = new LRUCache<string, number>(atMost(REMEMBERED_ADDRESSES));

  constructor(
    private readonly prisma: PrismaService,
    private readonly mint: CallTokenMint,
    private readonly callTokens: CallTokensService,
    private readonly suspended: SuspendedAccounts,
    private readonly everywhere: SharedCounts,
    config: AppConfig,
  ) {
    const points = config.auth.pageCallTokensPerAddressPerMinute;
    this.ofAddress = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  }

  /**
   * For a page of an origin that the connector lists: one call, within the connector's limits for public pages.
   * @throws ApiError 403 for another origin, 409, 429.
   */
  async forPage(connectorId: string, origin: string, address: string): Promise<MintedCallToken> {
    const network = networkOf(address);
    const ofAddress = { key: network, most: this.ofAddress.points };
    const ofPages = `${connectorId} ${network}`;
    this.refuseAgain(ofPages);
    await countHere(this.ofAddress, ofAddress);
    const connector = await this.prisma.connector.findUnique({ where: { id: connectorId } });
    if (!connector?.publicOrigins.includes(origin)) throw noSuchPage();
    this.suspended.refuseCallers(connector.accountId);
    const { publicCallsPerMinute: most, publicMaxCallSeconds: maxCallSeconds } = connector;
    const exceeded = await this.everywhere.count([ofAddress, { key: ofPages, most }], WINDOW_SECONDS);
    if (exceeded) {
      this.refused.set(ofPages, exceeded.most, { ttl: exceeded.leftSeconds * 1_000 });
      throw tooMany(exceeded.most, exceeded.leftSeconds);
    }
    const wanted = { uses: 1, origins: [origin], maxCallSeconds };
    return this.mint.mint(this.prisma, connector, wanted, 'public');
  }

  /** @throws ApiError 429, without a query, for an address that is still refused. */
  private refuseAgain(key: string): void {
    const most = this.refused.get(key);
    if (most !== undefined) throw tooMany(most, this.refused.getRemainingTTL(key) / 1_000);
  }

  /**
   * For holders of the connector token, if the connector allows it.
   * @throws ApiError 400, 401 for another token, 403 if the connector does not allow it, 409.
   */
  async forConnectorToken(
    connectorId: string,
    token: string,
    address: string,
    wanted: MintCallTokenDto,
  ): Promise<MintedCallToken> {
    const grant = await this.callTokens.resolve(token, address);
    if (grant?.kind !== 'connector' || grant.connectorId !== connectorId || grant.terms) throw noSuchToken();
    const connector = await this.prisma.connector.findUnique({ where: { id: connectorId } });
    if (!connector) throw noSuchToken();
    this.suspended.refuseCallers(connector.accountId);
    if (!connector.mintsCallTokens) throw forbidden(NOT_ALLOWED);
    return this.mint.mint(this.prisma, connector, wanted, 'connector');
  }
}

const NOT_ALLOWED: string =
  'The token of this connector may not make call tokens. Set mintsCallTokens of the connector, or use an API key.';

const tooMany = (most: number, retryAfterSeconds: number) =>
  rateLimited(
    retryAfterSeconds,
    `This address has asked for ${most} call tokens within a minute. That is the limit (publicCallsPerMinute of the connector, PAGE_CALL_TOKENS_PER_ADDRESS_PER_MINUTE).`,
  );

/** @throws ApiError 429 above the limit of the window. */
async function countHere(limiter: RateLimiterMemory, { key, most }: SharedLimit): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= most) throw tooMany(most, state.msBeforeNext / 1_000);
  await limiter.penalty(key);
}
