import { Controller, Get, Header, Headers, HttpCode, Ip, Options, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { Allow } from 'class-validator';
import {
  type CallGrant,
  CALLS_REFUSED,
  CallTokensService,
  isStale,
  SuspendedAccounts,
} from '../auth/index.js';
import { Public } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { bearerToken, IfGiven } from '../http/index.js';
import { randomBase62 } from '../common/ids/index.js';
import { Describe, Operation, responseShape, shape } from '../http/openapi/index.js';
import { DeploymentsService } from '../deployments/index.js';
import { turnCredentials } from './turn-credentials.js';
import { turnAddresses } from './turn-servers.js';

/** Long enough for unique names within an account. */
const USER_SUFFIX_LENGTH = 12;
const CREDENTIAL_TTL_SECONDS = 600;

const PREFLIGHT_LASTS_SECONDS = '86400';

interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

const ICE_SERVERS = {
  schema: responseShape({
    iceServers: Type.Array(
      shape('IceServer', {
        urls: Type.Array(Type.String()),
        username: Type.Optional(Type.String()),
        credential: Type.Optional(Type.String()),
      }),
    ),
  }),
  example: { iceServers: [{ urls: ['stun:stun.example.com:3478'] }] },
};

const UNAUTHORIZED_MESSAGE =
  'A valid auth token is required in `Authorization: Bearer` (or `token`): the one that the offer will carry.';

class IceServersQuery {
  // Every invalid token gets the same answer.
  @IfGiven()
  @Allow()
  @Describe({
    type: 'string',
    description:
      'The token that the offer will carry. For clients that cannot send it as `Authorization: Bearer`, as it should be: addresses end up in logs.',
  })
  token?: unknown;
}

/** Returns the STUN and TURN servers for a client. It presents the same token as its offer. */
@ApiTags('Signaling')
@Controller('api/v1/ice-servers')
export class IceServersController {
  private readonly turnUrls: readonly string[];

  constructor(
    private readonly tokens: CallTokensService,
    private readonly suspended: SuspendedAccounts,
    private readonly deployments: DeploymentsService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.turnUrls = turnAddresses(config.turn);
  }

  // Pages of any origin may call agents; the token decides, and cookies are ignored.
  @Get()
  @Operation({
    summary: 'STUN and TURN servers for a call',
    public: true,
    query: IceServersQuery,
    response: ICE_SERVERS,
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'unknown field colour' },
      401: { UNAUTHORIZED: UNAUTHORIZED_MESSAGE },
      403: { ACCOUNT_SUSPENDED: CALLS_REFUSED },
    },
  })
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Cache-Control', 'no-store')
  async list(
    @Query() query: IceServersQuery,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
  ): Promise<{ iceServers: IceServer[] }> {
    const token = bearerToken(authorization) ?? query.token;
    const grant = typeof token === 'string' ? await this.tokens.resolve(token, address) : undefined;
    if (!grant || (await this.isStale(grant))) throw new ApiError(401, 'UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
    this.suspended.refuseCallers(grant.accountId);
    return { iceServers: [...this.stun(), ...this.turn(grant.accountId)] };
  }

  /** Browsers send a preflight request before `Authorization` to another origin (Fetch standard, 4.8). */
  @Options()
  @Public()
  @ApiExcludeEndpoint()
  @HttpCode(204)
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Access-Control-Allow-Headers', 'Authorization')
  @Header('Access-Control-Max-Age', PREFLIGHT_LASTS_SECONDS)
  preflight(): void {}

  /** A token that could not start a call gets no relay credentials either. */
  private async isStale(grant: CallGrant): Promise<boolean> {
    if (grant.kind === 'connector') return false;
    if (grant.target === 'draft') return (await this.deployments.draftDocument(grant.agentId)) === undefined;
    const active = await this.deployments.active(grant.agentId, grant.target);
    return isStale(grant, active?.deploymentId);
  }

  private stun(): IceServer[] {
    const { stunUrls } = this.config.turn;
    return stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  }

  private turn(accountId: string): IceServer[] {
    const { turnSecret } = this.config.turn;
    if (this.turnUrls.length === 0 || turnSecret === undefined) return [];
    // A unique name for each credential, because coturn's user-quota counts by name and callers of an account must not
    // share one.
    const user = `${accountId}.${randomBase62(USER_SUFFIX_LENGTH)}`;
    const credentials = turnCredentials(turnSecret, user, this.clock.now(), CREDENTIAL_TTL_SECONDS);
    return [{ urls: this.turnUrls, ...credentials }];
  }
}
