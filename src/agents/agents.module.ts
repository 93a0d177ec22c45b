import { Module } from '@nestjs/common';
import { AgentsService } from './agents.service.js';
import { DraftsService } from './drafts.service.js';

/** Agents, their drafts and the content that publishing freezes. */
@Module({
  providers: [AgentsService, DraftsService],
  exports: [AgentsService, DraftsService],
})
export class AgentsModule {}
