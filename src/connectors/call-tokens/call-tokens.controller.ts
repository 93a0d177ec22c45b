import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { PageQuery } from '../../http/pagination/index.js';
import { CALL_TOKENS_VALIDATION_FAILED, MintCallTokenDto } from './call-token.dto.js';
import { CallTokenMint } from './call-token-mint.js';
import {
  CALL_TOKEN_EXAMPLE,
  CallTokenListSchema,
  callTokenView,
  NewCallTokenSchema,
} from './call-token.schema.js';

const missing = { CONNECTORS_NOT_FOUND: 'No such connector.' };

/** Tokens for pages and apps, minted by a backend with an API key. */
@ApiTags('Call tokens')
@Controller('v1/agents/:agentId/telephony/connectors/:connectorId/call-tokens')
export class CallTokensController {
  constructor(
    private readonly mint: CallTokenMint,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post()
  @Operation({
    summary: 'Make a call token',
    description:
      'A short-lived JWT for the `authToken` of offers, which may be given to a page or an app. It is shown this once.',
    scope: 'call-tokens:write',
    limits: { environments: 'own' },
    status: 201,
    body: {
      dto: MintCallTokenDto,
      example: { caller: 'customer-1234', variables: { name: 'Ada' }, origins: ['https://www.example.com'] },
      optional: true,
    },
    response: {
      schema: NewCallTokenSchema,
      example: { ...CALL_TOKEN_EXAMPLE, token: 'eyJhbGciOiJIUzI1NiIs…' },
    },
    errors: {
      400: { [CALL_TOKENS_VALIDATION_FAILED]: 'ttlSeconds must not be greater than 86400' },
      404: missing,
      409: {
        CALL_TOKEN_LIMIT_REACHED: quotaExample('callTokensPerConnector'),
      },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
    @Body() body: MintCallTokenDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) => {
      const { row, token } = await this.mint.mintFor(transaction, actor, agentId, connectorId, body);
      return { ...callTokenView(row), token };
    });
  }

  @Get()
  @Operation({
    summary: 'List the call tokens of a connector, newest first',
    description: 'Those that expired more than a day ago are gone.',
    scope: 'call-tokens:read',
    status: 200,
    query: PageQuery,
    response: { schema: CallTokenListSchema, example: { callTokens: [CALL_TOKEN_EXAMPLE] } },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'limit must not be greater than 200' }, 404: missing },
  })
  async list(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
    @Query() query: PageQuery,
  ) {
    const page = await this.mint.list(accountId, agentId, connectorId, query);
    return {
      callTokens: page.rows.map(callTokenView),
      ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
    };
  }

  @Delete(':callTokenId')
  @Operation({
    summary: 'Revoke a call token',
    description:
      'It begins no more calls. Calls that it began go on until they end or need a new network path.',
    scope: 'call-tokens:write',
    limits: { environments: 'own' },
    status: 204,
    errors: { 404: { ...missing, CALL_TOKENS_NOT_FOUND: 'No such call token.' } },
  })
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('connectorId') connectorId: string,
    @Param('callTokenId') callTokenId: string,
  ): Promise<void> {
    await this.mint.revoke(actor, agentId, connectorId, callTokenId);
  }
}
