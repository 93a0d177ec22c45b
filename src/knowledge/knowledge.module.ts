import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { LeftoverKnowledge } from './passages/leftover-knowledge.js';
import { PassageStore } from './passages/passage-store.js';
import { Knowledge } from './retrieval/knowledge.service.js';
import { TopicsController } from './topics/topics.controller.js';
import { TopicsService } from './topics/topics.service.js';

@Module({
  imports: [AgentsModule],
  controllers: [TopicsController],
  providers: [Knowledge, LeftoverKnowledge, PassageStore, TopicsService],
  exports: [Knowledge],
})
export class KnowledgeModule {}
