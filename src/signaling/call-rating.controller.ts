import { Body, Controller, Header, Headers, HttpCode, Ip, Options, Param, Put } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { CALLS_REFUSED, CallTokensService, SuspendedAccounts } from '../auth/index.js';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { bearerToken } from '../http/index.js';
import { Describe, Operation } from '../http/openapi/index.js';
import { ConversationsService } from '../conversations/index.js';

const MOST_STARS = 5;
const PREFLIGHT_LASTS_SECONDS = '86400';

const UNAUTHORIZED_MESSAGE = 'The token that began the call is required in `Authorization: Bearer`.';

class RateCallDto {
  @IsInt()
  @Min(1)
  @Max(MOST_STARS)
  @Describe('From 1 to 5, the best.')
  stars!: number;
}

/** Callers rate their own call, with the token that began it. */
@ApiTags('Signaling')
@Controller('api/v1/calls/:sessionId/rating')
export class CallRatingController {
  constructor(
    private readonly tokens: CallTokensService,
    private readonly suspended: SuspendedAccounts,
    private readonly conversations: ConversationsService,
    private readonly config: AppConfig,
  ) {}

  // Pages of any origin may call agents; the token decides, and cookies are ignored.
  @Put()
  @Operation({
    summary: 'Rate a call',
    description:
      'For callers: `sessionId` and the token are those of the call. Up to an hour after its end; the last rating counts.',
    public: true,
    status: 204,
    body: { dto: RateCallDto, example: { stars: 4 } },
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'stars must not be greater than 5' },
      401: { UNAUTHORIZED: UNAUTHORIZED_MESSAGE },
      403: { ACCOUNT_SUSPENDED: CALLS_REFUSED },
      404: { CONVERSATIONS_NOT_FOUND: 'No such conversation.' },
    },
  })
  @Header('Access-Control-Allow-Origin', '*')
  async rate(
    @Param('sessionId') sessionId: string,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
    @Body() { stars }: RateCallDto,
  ): Promise<void> {
    const token = bearerToken(authorization);
    const grant =
      token === undefined
        ? undefined
        : await this.tokens.resolveAgain(token, this.config.calls.maxDurationSeconds, address);
    if (!grant) throw new ApiError(401, 'UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
    this.suspended.refuseCallers(grant.accountId);
    await this.conversations.rate(grant, sessionId, stars);
  }

  /** Browsers send a preflight request first (Fetch standard, 4.8). */
  @Options()
  @Public()
  @ApiExcludeEndpoint()
  @HttpCode(204)
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Access-Control-Allow-Methods', 'PUT')
  @Header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  @Header('Access-Control-Max-Age', PREFLIGHT_LASTS_SECONDS)
  preflight(): void {}
}
