import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { ProvidersModule } from '../providers/index.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsService } from './documents/documents.service.js';
import { FileReader } from './documents/reading/file-reader.js';
import { EmbeddingJobs } from './embeddings/embedding-jobs.js';
import { EmbeddingProgress } from './embeddings/embedding-progress.js';
import { EmbeddingStore } from './embeddings/embedding-store.js';
import { EmbeddingWorker } from './embeddings/embedding-worker.js';
import { Pgvector } from './embeddings/pgvector.js';
import { PgvectorHnsw } from './embeddings/pgvector-hnsw.js';
import { PgvectorStore } from './embeddings/pgvector-store.js';
import { VectorIndexes } from './embeddings/vector-indexes.js';
import { LeftoverKnowledge } from './passages/leftover-knowledge.js';
import { PassageStore } from './passages/passage-store.js';
import { HybridSearch } from './retrieval/hybrid-search.js';
import { KnowledgeService } from './retrieval/knowledge.service.js';
import { TopicsController } from './topics/topics.controller.js';
import { TopicsService } from './topics/topics.service.js';

@Module({
  imports: [AgentsModule, ProvidersModule],
  controllers: [DocumentsController, TopicsController],
  providers: [
    DocumentsService,
    EmbeddingJobs,
    EmbeddingProgress,
    EmbeddingStore,
    EmbeddingWorker,
    FileReader,
    HybridSearch,
    KnowledgeService,
    LeftoverKnowledge,
    PassageStore,
    Pgvector,
    PgvectorHnsw,
    PgvectorStore,
    TopicsService,
    VectorIndexes,
  ],
  exports: [FileReader, KnowledgeService],
})
export class KnowledgeModule {}
