import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { ConnectorsController } from './connectors.controller.js';
import { ConnectorsService } from './connectors.service.js';
import { PhoneNumbersController } from './numbers/phone-numbers.controller.js';
import { PhoneNumbersService } from './numbers/phone-numbers.service.js';

/** Connectors, through which callers reach an agent, their tokens, and phone numbers (`numbers/`). */
@Module({
  imports: [AgentsModule, AuthModule],
  controllers: [ConnectorsController, PhoneNumbersController],
  providers: [ConnectorsService, PhoneNumbersService],
  exports: [PhoneNumbersService],
})
export class ConnectorsModule {}
