import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { CallTokenMint } from './call-tokens/call-token-mint.js';
import { CallTokenPruner } from './call-tokens/call-token-pruner.js';
import { CallTokensController } from './call-tokens/call-tokens.controller.js';
import { PageCallTokens } from './call-tokens/page-call-tokens.js';
import { PageCallTokensController } from './call-tokens/page-call-tokens.controller.js';
import { ConnectorsController } from './connectors.controller.js';
import { ConnectorsService } from './connectors.service.js';
import { PhoneNumbersController } from './numbers/phone-numbers.controller.js';
import { PhoneNumbersService } from './numbers/phone-numbers.service.js';

/**
 * Connectors, through which callers reach an agent, with their tokens (`call-tokens/`) and phone numbers (`numbers/`).
 */
@Module({
  imports: [AgentsModule, AuthModule],
  controllers: [ConnectorsController, CallTokensController, PageCallTokensController, PhoneNumbersController],
  providers: [ConnectorsService, CallTokenMint, CallTokenPruner, PageCallTokens, PhoneNumbersService],
  exports: [PhoneNumbersService],
})
export class ConnectorsModule {}
