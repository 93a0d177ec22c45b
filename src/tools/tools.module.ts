import { Module } from '@nestjs/common';
import { AccountSecrets } from './secrets/account-secrets.service.js';
import { SecretsController } from './secrets/secrets.controller.js';

/** The secrets that tools send; tools themselves are created per call. */
@Module({ controllers: [SecretsController], providers: [AccountSecrets], exports: [AccountSecrets] })
export class ToolsModule {}
