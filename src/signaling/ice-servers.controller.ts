import { Controller, Get, Header, Query } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { CallTokensService } from '../auth/index.js';
import { Public } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { unauthorized } from '../common/errors/index.js';
import { turnCredentials } from './turn-credentials.js';

interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

class IceServersQuery {
  @IsString()
  @MaxLength(4_096)
  token!: string;
}

/** Tells a client which STUN and TURN servers to use. The token is the one that its offer carries. */
@Controller('api/v1/ice-servers')
export class IceServersController {
  constructor(
    private readonly tokens: CallTokensService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  // Pages of any origin call agents; the token decides, no cookie is looked at.
  @Public()
  @Get()
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
