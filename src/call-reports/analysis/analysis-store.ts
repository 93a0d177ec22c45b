import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import {
  type ClaimedJob,
  conversationWithParts,
  type ConversationWithParts,
  insertJobs,
  JobSignal,
  JobStore,
  storeAnalysis,
} from '../../conversations/index.js';
import type { Findings } from './analysis-answer.js';

export type AnalysisResult =
  | ({ readonly state: 'done'; readonly provider: string; readonly model: string } & Findings)
  | { readonly state: 'skipped' | 'failed'; readonly reason: string };

/** Stores analyses in the records of their calls. */
@Injectable()
export class AnalysisStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobStore,
    private readonly signal: JobSignal,
  ) {}

  conversation(id: string): Promise<ConversationWithParts | null> {
    return conversationWithParts(this.prisma, { id });
  }

  async drop(job: ClaimedJob): Promise<void> {
    await this.jobs.finish(this.prisma, job);
  }

  /** Replaces the job by its result and the job of the event. No effect if another worker has the job. */
  async finish(job: ClaimedJob, result: AnalysisResult): Promise<void> {
    const success = 'success' in result ? (result.success?.met ?? null) : null;
    const raised = await this.prisma.$transaction(async (transaction) => {
      if (!(await this.jobs.finish(transaction, job))) return 0;
      return transaction.$executeRaw`
        WITH analysed AS (${storeAnalysis(job.conversationId, result, success)})
        ${insertJobs(Prisma.sql`analysed`, ['analyzed'])}`;
    });
    if (raised > 0) this.signal.raise();
  }
}
