import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { DraftsService } from '../../agents/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, QueueWorker } from '../../jobs/index.js';
import { Metrics } from '../../common/metrics/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { Embedders, type TextEmbedder } from '../../providers/index.js';
import { AgentFault, type ProviderUsage } from '../../voice/index.js';
import { type BarePassage, EmbeddingStore } from './embedding-store.js';
import { type EmbeddingJob, EmbeddingJobs } from './embedding-jobs.js';
import { Pgvector } from './pgvector.js';

/** Time slice per agent, in milliseconds. */
const TURN_MS = 30_000;
const LEASE_MARGIN_MS = 30_000;
/** Afterwards it stops until the agent changes, or an hour has passed and it receives a question. */
const MAX_ATTEMPTS = 6;

/** Longer texts are truncated: models have a limit, and passages are shorter. */
const MAX_CHARACTERS = 4_000;

/** Computes the vectors of agents' passages in the background, a few agents at a time. */
@Injectable()
export class EmbeddingWorker extends QueueWorker<EmbeddingJob> {
  private readonly settings: AppConfig['knowledge'];
  private readonly tokens;

  constructor(
    private readonly jobs: EmbeddingJobs,
    private readonly store: EmbeddingStore,
    private readonly drafts: DraftsService,
    private readonly embedders: Embedders,
    private readonly pgvector: Pgvector,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
    metrics: Metrics,
  ) {
    const { embeddingPollMs, embeddingConcurrent } = config.knowledge;
    super(runner, embeddingPollMs, logger, 'embeddings could not be claimed', embeddingConcurrent);
    this.settings = config.knowledge;
    this.tokens = metrics.counter(
      'earshot_embedding_tokens_total',
      'Tokens of topics and documents that were embedded, as reported by the provider.',
    );
  }

  protected query(): Prisma.Sql {
    return this.jobs.due;
  }

  protected claim(afterAccountId: string): Promise<EmbeddingJob | undefined> {
    const leaseMs = TURN_MS + this.settings.embeddingTimeoutMs + LEASE_MARGIN_MS;
    return this.jobs.claim(leaseMs, afterAccountId);
  }

  protected async do(job: EmbeddingJob, stopping: AbortSignal): Promise<void> {
    try {
      const embedder = await this.embedders.of(job.accountId, await this.drafts.languageOf(job.agentId));
      if (embedder === undefined || (await this.embedAll(job, embedder, stopping))) {
        await this.jobs.finish(job);
        this.pgvector.want(job.agentId);
      } else await this.jobs.continue(job);
    } catch (error) {
      if (stopping.aborted) return this.jobs.continue(job);
      if (error instanceof AgentFault) return this.postpone(job, error);
      throw error;
    }
  }

  protected onJobFailure({ agentId, accountId }: EmbeddingJob, err: unknown): void {
    this.logger.error({ err, agentId, accountId }, 'embeddings could not be computed');
  }

  private async postpone(job: EmbeddingJob, fault: AgentFault): Promise<void> {
    const { agentId, accountId, attempts } = job;
    const { code, retryable } = fault;
    const isLast = !retryable || attempts >= MAX_ATTEMPTS;
    this.logger.warn({ agentId, accountId, code, attempts, isLast }, 'a provider returned no embeddings');
    await this.jobs.fail(job, fault, isLast);
  }

  /** @returns whether all is done */
  private async embedAll(
    { agentId }: EmbeddingJob,
    embedder: TextEmbedder,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const { embeddingBatch: atOnce, embeddingTimeoutMs: timeoutMs } = this.settings;
    const until = performance.now() + TURN_MS;
    let after = 0n;
    while (performance.now() < until && !stopping.aborted) {
      const passages = await this.store.bare(agentId, embedder.space, after, atOnce);
      const last = passages.at(-1);
      if (!last) return true;
      const vectors = await embedder.embed(passages.map(textOf), {
        timeoutMs,
        signal: stopping,
        used: ({ inputTokens = 0 }: ProviderUsage) => this.tokens.inc(inputTokens),
      });
      await this.store.keep(agentId, embedder.space, passages, vectors);
      after = last.number;
    }
    return false;
  }
}

/** Includes the headings, without which many passages are ambiguous. */
const textOf = ({ name, title, text }: BarePassage): string =>
  [name, title, text]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX_CHARACTERS);
