import { Body, Controller, Headers, Ip, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLS_REFUSED } from '../../auth/index.js';
import { ApiError } from '../../common/errors/index.js';
import { bearerToken } from '../../http/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { CALL_TOKENS_VALIDATION_FAILED, MintCallTokenDto } from './call-token.dto.js';
import { PageCallTokenSchema } from './call-token.schema.js';
import { PageCallTokens } from './page-call-tokens.js';

const REFUSALS = {
  FORBIDDEN: 'Pages of this origin may not call this connector without a token of your backend.',
  ACCOUNT_SUSPENDED: CALLS_REFUSED,
};

/** Tokens for pages without a backend, and for holders of a connector token. */
@ApiTags('Call tokens')
@Controller('api/v1/connectors/:connectorId/call-tokens')
export class PageCallTokensController {
  constructor(private readonly tokens: PageCallTokens) {}

  @Post()
  @Operation({
    summary: 'A call token for a page without a backend',
    description:
      'A page whose origin the connector names in `publicAccess.origins` sends no body and no header of its own, and gets a token for one call. ' +
      'Whoever has the token of a connector with `mintsCallTokens` sends it as `Authorization: Bearer`, and may ask for what a call token allows.',
    public: true,
    status: 201,
    body: { dto: MintCallTokenDto, example: {}, optional: true },
    response: {
      schema: PageCallTokenSchema,
      example: { token: 'eyJhbGciOiJIUzI1NiIs…', expiresAt: '2026-05-04T09:10:00.000Z' },
    },
    errors: {
      400: { [CALL_TOKENS_VALIDATION_FAILED]: 'ttlSeconds must not be greater than 86400' },
      401: { UNAUTHORIZED: 'The token is not the one of this connector.' },
      403: REFUSALS,
      409: {
        CALL_TOKEN_LIMIT_REACHED: quotaExample('callTokensPerConnector'),
      },
    },
  })
  async create(
    @Param('connectorId') connectorId: string,
    @Headers('origin') origin: string | undefined,
    @Ip() address: string,
    @Body() wanted: MintCallTokenDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Any page may read the refusal; the server, not CORS, decides which origins get a token.
    void reply.headers({ 'Access-Control-Allow-Origin': '*', Vary: 'Origin' });
    const bearer = bearerToken(request.headers.authorization);
    const { row, token } =
      bearer === undefined
        ? await this.forPage(connectorId, origin, address, request.body)
        : await this.tokens.forConnectorToken(connectorId, bearer, address, wanted);
    return { token, expiresAt: row.expiresAt.toISOString() };
  }

  private forPage(connectorId: string, origin: string | undefined, address: string, body: unknown) {
    if (body !== undefined && Object.keys(body as object).length > 0) {
      const message = 'A page asks for nothing: what its token allows is set at the connector. Send no body.';
      throw new ApiError(400, CALL_TOKENS_VALIDATION_FAILED, message);
    }
    return this.tokens.forPage(connectorId, origin ?? '', address);
  }
}
