import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner } from '../../jobs/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { type ClaimedJob, conversationDetailView, JobSignal, JobStore } from '../../conversations/index.js';
import { JobLoop } from '../job-loop.js';
import { AnalysisStore, type AnalysisResult } from './analysis-store.js';
import { ANALYSIS_TIMEOUT_MS, Analyst } from './analyst.js';
import { parseRequest } from './analysis-request.js';

const KINDS = ['analysis'] as const;
/** Added to the request timeout. */
const LEASE_MARGIN_MS = 30_000;

type AnalysisJob = ClaimedJob<'analysis'>;

/** Analyses ended calls, a few at a time. Temporary failures are retried on this or another instance. */
@Injectable()
export class AnalysisWorker extends JobLoop<AnalysisJob> {
  private readonly settings: AppConfig['analysis'];

  constructor(
    private readonly analyst: Analyst,
    private readonly store: AnalysisStore,
    private readonly jobs: JobStore,
    runner: JobRunner,
    logger: PinoLogger,
    signal: JobSignal,
    config: AppConfig,
  ) {
    super(runner, signal, config, logger, 'analyses could not be claimed', config.analysis.concurrent);
    this.settings = config.analysis;
  }

  protected query(): Prisma.Sql {
    return this.jobs.due(KINDS);
  }

  protected async claim(afterAccountId: string): Promise<AnalysisJob | undefined> {
    const [job] = await this.jobs.claim(KINDS, 1, ANALYSIS_TIMEOUT_MS + LEASE_MARGIN_MS, afterAccountId);
    return job;
  }

  protected async do(job: AnalysisJob, stopping: AbortSignal): Promise<void> {
    const row = await this.store.conversation(job.conversationId);
    const request = parseRequest(row?.analysisRequest);
    if (!row || row.endedAt === null || !request) return this.store.drop(job);
    const conversation = conversationDetailView(row, undefined);
    if (conversation.turns.every(({ text }) => text === null)) return this.skip(job, 'TEXT_NOT_STORED');
    if (!conversation.turns.some(({ speaker, text }) => speaker === 'caller' && text)) {
      return this.skip(job, 'NOTHING_SAID');
    }
    const analysis = await this.analyst.analyse(request, conversation, stopping);
    if (analysis.kind === 'no-model') return this.skip(job, 'MODEL_NOT_CONFIGURED');
    if (analysis.kind === 'done') {
      const { findings, provider, model } = analysis;
      return this.finish(job, { state: 'done', provider, model, ...findings });
    }
    if (stopping.aborted) return this.jobs.release(job);
    const isLast = !analysis.retryable || job.attempts >= this.settings.maxAttempts;
    if (isLast) return this.finish(job, { state: 'failed', reason: analysis.code });
    await this.jobs.retry(job);
  }

  protected onJobFailure({ conversationId, accountId }: AnalysisJob, err: unknown): void {
    this.logger.error({ err, conversationId, accountId }, 'a call could not be analysed');
  }

  private skip(job: AnalysisJob, reason: string): Promise<void> {
    return this.finish(job, { state: 'skipped', reason });
  }

  private async finish(job: AnalysisJob, result: AnalysisResult): Promise<void> {
    await this.store.finish(job, result);
  }
}
