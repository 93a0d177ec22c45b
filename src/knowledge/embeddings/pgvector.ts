import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { isDatabaseUnavailable } from '../../common/errors/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService, stateOf } from '../../common/prisma/index.js';
import type { NearestPassages, VectorSet } from './nearest-passages.js';
import { PgvectorHnsw } from './pgvector-hnsw.js';
import { PgvectorIndex } from './pgvector-index.js';
import { PgvectorStore } from './pgvector-store.js';

/** `refused`: the extension exists, but this user may not use it. */
type State = 'unknown' | 'missing' | 'refused' | 'ready';

const SAID: Readonly<Partial<Record<State, string>>> = {
  ready: 'embeddings are searched with pgvector',
  refused:
    'PostgreSQL has pgvector, but its user may not create the extension or a table, or it is in a schema off the search path: ' +
    'embeddings are searched without it until an administrator says CREATE EXTENSION vector in this database',
};

/** Insufficient privilege; undefined type, if its schema is not in the search path. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['42501', '42704']);

/** Undefined table, column, function (operators, too), object (type): remains of a dropped extension. */
const GONE: ReadonlySet<string | undefined> = new Set(['42P01', '42703', '42883', '42704']);

/** Detects pgvector in PostgreSQL, at start and later, and copies the vectors of searched agents there. */
@Injectable()
export class Pgvector extends PeriodicService {
  private state: State = 'unknown';
  private readonly wanted = new Set<string>();
  private readonly isWanted: boolean;

  constructor(
    private readonly prisma: PrismaService,
    private readonly store: PgvectorStore,
    private readonly hnsw: PgvectorHnsw,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, config.knowledge.pgvectorPollMs, logger, 'pgvector could not be detected or filled');
    this.isWanted = config.knowledge.pgvector;
  }

  override onApplicationBootstrap(): void {
    if (this.isWanted) void this.job.wake();
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  /** Queues an agent whose vectors are not copied yet. Returns immediately. */
  want(agentId: string): void {
    if (!this.isReady) return;
    this.wanted.add(agentId);
    void this.job.wake();
  }

  /**
   * The vectors of a set; undefined without pgvector, or while some are missing; then they are copied.
   * @param size Expected number.
   * @param instead Fallback if pgvector goes away.
   */
  async find(set: VectorSet, size: number, instead: NearestPassages): Promise<NearestPassages | undefined> {
    if (!this.isReady) return undefined;
    try {
      const stored = await this.store.sizeOf(set);
      const { dimensions } = stored;
      if (stored.size < size) this.want(set.agentId);
      if (stored.size < size || dimensions === undefined) return undefined;
      const isIndexed = () => this.hnsw.has({ ...set, dimensions });
      const isGone = (error: unknown) => this.isGone(error);
      return new PgvectorIndex({ store: this.store, set, size, dimensions, isIndexed, isGone, instead });
    } catch (error) {
      if (this.isGone(error)) return undefined;
      throw error;
    }
  }

  async run(stopping: AbortSignal): Promise<void> {
    this.tell(await this.look());
    if (!this.isReady) return;
    await this.hnsw.look();
    for (const agentId of this.wanted) {
      if (stopping.aborted) return;
      this.wanted.delete(agentId);
      if (await this.store.fill(agentId, stopping)) await this.hnsw.ensure(agentId, stopping);
    }
  }

  protected override onFailure(error: unknown): void {
    // Database outages are reported elsewhere.
    if (!isDatabaseUnavailable(error)) super.onFailure(error);
  }

  private async look(): Promise<State> {
    const [found] = await this.prisma.$queryRaw<{ isAtHand: boolean; isThere: boolean; hasTable: boolean }[]>`
      SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') AS "isAtHand",
        to_regtype('vector') IS NOT NULL AS "isThere", EXISTS (
          SELECT FROM pg_attribute WHERE attrelid = to_regclass('knowledge_vectors') AND attname = 'vector' AND NOT attisdropped
        ) AS "hasTable"`;
    if (!found || !(found.isThere || found.isAtHand)) return 'missing';
    try {
      if (found.isThere && found.hasTable) return 'ready';
      if (!found.isThere) await this.prisma.$executeRaw`CREATE EXTENSION IF NOT EXISTS vector`;
      await this.store.prepare();
      return 'ready';
    } catch (error) {
      if (REFUSALS.has(stateOf(error))) return 'refused';
      throw error;
    }
  }

  private tell(state: State): void {
    if (state === this.state) return;
    this.state = state;
    const said = SAID[state];
    if (said) this.logger.info(said);
  }

  private isGone(error: unknown): boolean {
    if (!GONE.has(stateOf(error))) return false;
    this.tell('missing');
    return true;
  }
}
