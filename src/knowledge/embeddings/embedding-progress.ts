import { Injectable } from '@nestjs/common';
import { DraftsService } from '../../agents/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { Embedders } from '../../providers/index.js';
import { EmbeddingStore } from './embedding-store.js';

export interface Progress {
  readonly state: 'off' | 'waiting' | 'done' | 'failed';
  /** Passages with an embedding. */
  readonly passages: number;
  /** Fault code of the last attempt, if it failed. */
  readonly reason?: string;
  /** The provider's message. */
  readonly detail?: string;
}

@Injectable()
export class EmbeddingProgress {
  constructor(
    private readonly prisma: PrismaService,
    private readonly embedders: Embedders,
    private readonly store: EmbeddingStore,
    private readonly drafts: DraftsService,
  ) {}

  /** Progress of a document just saved. */
  async ofNew(accountId: string, agentId: string): Promise<Progress> {
    const embedder = await this.embedders.of(accountId, await this.drafts.languageOf(agentId));
    return { state: embedder ? 'waiting' : 'off', passages: 0 };
  }

  /** Progress of each given source. */
  async of(
    accountId: string,
    agentId: string,
    documents: readonly { readonly source: string; readonly passages: number }[],
  ): Promise<(source: string) => Progress> {
    const embedder = await this.embedders.of(accountId, await this.drafts.languageOf(agentId));
    if (!embedder) return () => ({ state: 'off', passages: 0 });
    const sources = documents.map(({ source }) => source);
    const [made, job] = await Promise.all([
      this.store.madeOf(agentId, sources, embedder.space),
      this.prisma.knowledgeEmbeddingJob.findUnique({ where: { agentId } }),
    ]);
    const wanted = new Map(documents.map(({ source, passages }) => [source, passages]));
    return (source) => {
      const passages = made.get(source) ?? 0;
      if (passages >= (wanted.get(source) ?? 0)) return { state: 'done', passages };
      const { failure, failureDetail } = job ?? {};
      const reason = failure ? { reason: failure, ...(failureDetail && { detail: failureDetail }) } : {};
      return { state: job?.failure && job.dueAt === null ? 'failed' : 'waiting', passages, ...reason };
    };
  }
}
