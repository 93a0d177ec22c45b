import { Module } from '@nestjs/common';
import { AccountSecrets } from './secrets/account-secrets.service.js';
import { SecretsController } from './secrets/secrets.controller.js';

/** What agents can do beside talking; here, the secrets that their tools send. */
@Module({ controllers: [SecretsController], providers: [AccountSecrets], exports: [AccountSecrets] })
export class ToolsModule {}
