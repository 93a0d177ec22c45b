import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsString, MaxLength } from 'class-validator';
import { CallTokensService } from '../auth/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { unauthorized } from '../common/errors/index.js';
import { Operation } from '../common/openapi/index.js';
import { turnCredentials } from './turn-credentials.js';

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
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  example: { iceServers: [{ urls: ['stun:stun.example.com:3478'] }] },
};

class IceServersQuery {
  @IsString()
  @MaxLength(4_096)
  token!: string;
}

/** Tells a client which STUN and TURN servers to use. The token is the one that its offer carries. */
@ApiTags('Signaling')
@Controller('api/v1/ice-servers')
export class IceServersController {
  constructor(
    private readonly tokens: CallTokensService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  // Pages of any origin call agents; the token decides, no cookie is looked at.
  @Get()
  @Operation({
    summary: 'STUN and TURN servers for a call',
    public: true,
    status: 200,
    query: IceServersQuery,
    response: ICE_SERVERS,
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'token must be a string' },
      401: { UNAUTHORIZED: 'Missing or invalid API key.' },
    },
  })
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Cache-Control', 'no-store')
  async iceServers(@Query() query: IceServersQuery): Promise<{ iceServers: IceServer[] }> {
    const grant = await this.tokens.resolve(query.token);
    if (!grant) throw unauthorized();
    return { iceServers: [...this.stun(), ...this.turn(grant.accountId)] };
  }

  private stun(): IceServer[] {
    const { stunUrls } = this.config.turn;
    return stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  }

  private turn(accountId: string): IceServer[] {
    const { turnUrls, turnSecret, credentialTtlSeconds } = this.config.turn;
    if (turnUrls.length === 0 || turnSecret === undefined) return [];
    return [
      { urls: turnUrls, ...turnCredentials(turnSecret, accountId, this.clock.now(), credentialTtlSeconds) },
    ];
  }
}
