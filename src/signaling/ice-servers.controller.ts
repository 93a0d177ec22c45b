import { Controller, Get, Header, Ip, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { Allow } from 'class-validator';
import { type CallGrant, CallTokensService, isStale } from '../auth/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { randomBase62 } from '../common/ids/index.js';
import { Describe, Operation } from '../common/openapi/index.js';
import { DeploymentsService } from '../deployments/index.js';
import { turnCredentials } from './turn-credentials.js';
import { turnAddresses } from './turn-servers.js';

/** Enough that no two credentials of an account have the same name. */
const USER_SUFFIX_LENGTH = 12;

interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

const ICE_SERVERS = {
  schema: Type.Object(
    {
      iceServers: Type.Array(
        Type.Object(
          {
            urls: Type.Array(Type.String()),
            username: Type.Optional(Type.String()),
            credential: Type.Optional(Type.String()),
          },
          { additionalProperties: false, title: 'IceServer' },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  example: { iceServers: [{ urls: ['stun:stun.example.com:3478'] }] },
};

const UNAUTHORIZED_MESSAGE = 'A valid auth token is required in `token`: the one that the offer will carry.';

class IceServersQuery {
  // Whatever it is, a token that is not valid gets one and the same answer.
  @Allow()
  @Describe({
    type: 'string',
    description: 'A connector token or a studio token: the one that the offer will carry.',
  })
  token!: unknown;
}

/** Tells a client which STUN and TURN servers to use. The token is the one that its offer carries. */
@ApiTags('Signaling')
@Controller('api/v1/ice-servers')
export class IceServersController {
  private readonly turnUrls: readonly string[];

  constructor(
    private readonly tokens: CallTokensService,
    private readonly deployments: DeploymentsService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.turnUrls = turnAddresses(config.turn);
  }

  // Pages of any origin call agents; the token decides, no cookie is looked at.
  @Get()
  @Operation({
    summary: 'STUN and TURN servers for a call',
    public: true,
    status: 200,
    query: IceServersQuery,
    response: ICE_SERVERS,
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'unknown field colour' },
      401: { UNAUTHORIZED: UNAUTHORIZED_MESSAGE },
    },
  })
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Cache-Control', 'no-store')
  async list(
    @Query() { token }: IceServersQuery,
    @Ip() address: string,
  ): Promise<{ iceServers: IceServer[] }> {
    const grant = typeof token === 'string' ? await this.tokens.resolve(token, address) : undefined;
    if (!grant || (await this.isStale(grant))) throw new ApiError(401, 'UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
    return { iceServers: [...this.stun(), ...this.turn(grant.accountId)] };
  }

  /** What could not make a call gets no credentials for a relay either. */
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
    const { turnSecret, credentialTtlSeconds } = this.config.turn;
    if (this.turnUrls.length === 0 || turnSecret === undefined) return [];
    // A name of its own for each credential, because coturn's user-quota counts by name: callers of an account must
    // not share one.
    const user = `${accountId}.${randomBase62(USER_SUFFIX_LENGTH)}`;
    const credentials = turnCredentials(turnSecret, user, this.clock.now(), credentialTtlSeconds);
    return [{ urls: this.turnUrls, ...credentials }];
  }
}
