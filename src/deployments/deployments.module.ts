import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { DeploymentsController } from './deployments.controller.js';
import { DeploymentsService } from './deployments.service.js';

/** What is live where: publishing, promoting, rolling back, and what a call is given to talk to. */
@Module({
  imports: [AgentsModule],
  controllers: [DeploymentsController],
  providers: [DeploymentsService],
  exports: [DeploymentsService],
})
export class DeploymentsModule {}
