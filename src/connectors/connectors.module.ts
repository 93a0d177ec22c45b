import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { ConnectorsController } from './connectors.controller.js';
import { ConnectorsService } from './connectors.service.js';

/** A project's connectors, which callers come in through, and their tokens. */
@Module({
  imports: [AgentsModule, AuthModule],
  controllers: [ConnectorsController],
  providers: [ConnectorsService],
})
export class ConnectorsModule {}
