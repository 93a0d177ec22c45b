import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';
import { RealTimeConfigsController } from './real-time-configs/real-time-configs.controller.js';
import { RealTimeConfigs } from './real-time-configs/real-time-configs.service.js';

/** Agents, their drafts and the content that publishing freezes. */
@Module({
  controllers: [AgentsController, DraftsController, RealTimeConfigsController],
  providers: [AgentsService, DraftsService, RealTimeConfigs],
  exports: [AgentsService, DraftsService, RealTimeConfigs],
})
export class AgentsModule {}
