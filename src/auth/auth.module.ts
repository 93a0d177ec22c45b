import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysService } from './api-keys.service.js';
import { CallTokensService } from './call-tokens.service.js';
import { StudioTokens } from './studio-tokens.js';

/** API keys and who is behind them; connector tokens and studio tokens, which open a call. */
@Module({
  providers: [ApiKeysService, CallTokensService, StudioTokens, { provide: APP_GUARD, useClass: ApiKeyGuard }],
  exports: [ApiKeysService, CallTokensService, StudioTokens],
})
export class AuthModule {}
