import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';

/** Agents, their drafts and the content that publishing freezes. */
@Module({
  controllers: [AgentsController, DraftsController],
  providers: [AgentsService, DraftsService],
  exports: [AgentsService, DraftsService],
})
export class AgentsModule {}
