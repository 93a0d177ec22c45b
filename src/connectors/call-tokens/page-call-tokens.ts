import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CallTokensService } from '../../auth/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, forbidden, rateLimited } from '../../common/errors/index.js';
import { networkOf } from '../../common/http/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { MintCallTokenDto } from './call-token.dto.js';
import { CallTokenMint, type MintedCallToken } from './call-token-mint.js';

const WINDOW_SECONDS = 60;

/** The same for a connector that doesn't exist and for one that names no such origin. */
const noSuchPage = () =>
  forbidden(
    'Pages of this origin may not call this connector without a token of your backend. Name the origin in publicAccess.origins of the connector.',
  );

const noSuchToken = () =>
  new ApiError(401, 'UNAUTHORIZED', 'The token is not the one of this connector.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** Call tokens for those who have no API key: the page itself, or who has the connector's token. */
@Injectable()
export class PageCallTokens {
  private readonly ofAddress: RateLimiterMemory;
  private readonly ofConnector = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });

  constructor(
    private readonly prisma: PrismaService,
    private readonly mint: CallTokenMint,
    private readonly callTokens: CallTokensService,
    config: AppConfig,
  ) {
    const points = config.auth.pageCallTokensPerAddressPerMinute;
    this.ofAddress = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  }

  /**
   * For a page of an origin that the connector names: one call, within the connector's limits for such.
   * @throws ApiError 403 for another origin, 409, 429.
   */
  async forPage(connectorId: string, origin: string, address: string): Promise<MintedCallToken> {
    await count(this.ofAddress, networkOf(address), this.ofAddress.points);
    const connector = await this.prisma.connector.findUnique({ where: { id: connectorId } });
    if (!connector?.publicOrigins.includes(origin)) throw noSuchPage();
    const { publicCallsPerMinute, publicMaxCallSeconds: maxCallSeconds } = connector;
    await count(this.ofConnector, `${connectorId} ${networkOf(address)}`, publicCallsPerMinute);
    const wanted = { uses: 1, origins: [origin], maxCallSeconds };
    return this.mint.mint(this.prisma, connector, wanted, 'public');
  }

  /**
   * For whoever has the token of a connector that allows it.
   * @throws ApiError 400, 401 for another token, 403 where the connector does not allow it, 409.
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
    if (!connector.mintsCallTokens) throw forbidden(NOT_ALLOWED);
    return this.mint.mint(this.prisma, connector, wanted, 'connector');
  }
}

const NOT_ALLOWED: string =
  'The token of this connector may not make call tokens. Set mintsCallTokens of the connector, or use an API key.';

/** @throws ApiError 429 for one more than so many in the window. */
async function count(limiter: RateLimiterMemory, key: string, most: number): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= most)
    throw rateLimited(Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
  await limiter.penalty(key);
}
