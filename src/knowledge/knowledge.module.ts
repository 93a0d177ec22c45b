import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsService } from './documents/documents.service.js';
import { FileReader } from './documents/reading/file-reader.js';
import { LeftoverKnowledge } from './passages/leftover-knowledge.js';
import { PassageStore } from './passages/passage-store.js';
import { Knowledge } from './retrieval/knowledge.service.js';
import { TopicsController } from './topics/topics.controller.js';
import { TopicsService } from './topics/topics.service.js';

@Module({
  imports: [AgentsModule],
  controllers: [DocumentsController, TopicsController],
  providers: [DocumentsService, FileReader, Knowledge, LeftoverKnowledge, PassageStore, TopicsService],
  exports: [Knowledge],
})
export class KnowledgeModule {}
