import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountController } from './account.controller.js';
import { ApiKeyAdmin } from './api-key-admin.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { CallJwt } from './call-jwt.js';
import { CallTokenStore } from './call-token-store.js';
import { CallTokensService } from './call-tokens.service.js';
import { GuessLimit } from './guess-limit.js';
import { LastUse } from './last-use.js';
import { ApiKeyRateLimit } from './rate-limit.js';
import { RefusedCredentials } from './refused-credentials.js';
import { StudioTokens } from './studio-tokens.js';

/** API keys; connector, call and studio tokens, which open calls; the audit log. */
@Module({
  controllers: [AccountController, ApiKeysController],
  providers: [
    ApiKeyAdmin,
    ApiKeyRateLimit,
    ApiKeysService,
    CallJwt,
    CallTokenStore,
    CallTokensService,
    GuessLimit,
    LastUse,
    RefusedCredentials,
    StudioTokens,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [ApiKeyAdmin, ApiKeysService, CallJwt, CallTokensService, StudioTokens],
})
export class AuthModule {}
