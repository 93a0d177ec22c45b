import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { BitsIndex } from './bits-index.js';
import { EmbeddingJobs } from './embedding-jobs.js';
import { EmbeddingStore } from './embedding-store.js';
import type { NearestPassages, VectorSet } from './nearest-passages.js';
import { Pgvector } from './pgvector.js';

/** Number of cached sets. */
const KEPT = 10_000;

/**
 * Passages that a search without pgvector compares exactly; of more, those with the fewest differing signs are
 * preselected. Of 10,000 vectors with 384 numbers, 400 take about 15 ms of processor time, all about 90 ms.
 */
const CANDIDATES = 400;

/** How long an incomplete or unreachable index is used before it is checked again. */
const INCOMPLETE_MS = 2_000;

/** Vector indexes of recently searched agents; found in the background, never waited for. */
@Injectable()
export class VectorIndexes {
  private readonly logger = new Logger(VectorIndexes.name);
  private readonly kept = new LRUCache<string, NearestPassages>(atMost(KEPT));
  private readonly looking = new Map<string, Promise<void>>();
  /** Sets not to be checked again for a moment. */
  private readonly left = new LRUCache<string, true>({ ...atMost(KEPT), ttl: INCOMPLETE_MS });

  constructor(
    private readonly store: EmbeddingStore,
    private readonly jobs: EmbeddingJobs,
    private readonly pgvector: Pgvector,
    private readonly prisma: PrismaService,
  ) {}

  /** The index of a set; undefined until it has been looked up. */
  find(set: VectorSet): NearestPassages | undefined {
    const index = this.kept.get(keyOf(set));
    if (!index || this.isBetterElsewhere(index)) void this.look(set);
    return index;
  }

  /** Resolves when the index is known. Never rejects. */
  async ready(set: VectorSet): Promise<void> {
    const index = this.kept.get(keyOf(set));
    if (!index || this.isBetterElsewhere(index)) await this.look(set);
  }

  /** PostgreSQL has gained pgvector, or has now all vectors there. */
  private isBetterElsewhere(index: NearestPassages): boolean {
    return this.pgvector.isReady && index instanceof BitsIndex;
  }

  private look(set: VectorSet): Promise<void> {
    const key = keyOf(set);
    const looking = this.looking.get(key);
    if (looking) return looking;
    if (this.left.has(key)) return Promise.resolve();
    this.left.set(key, true);
    const begun = this.lookNow(key, set)
      .catch((err: unknown) =>
        this.logger.warn({ err, agentId: set.agentId }, 'vector index of an agent could not be checked'),
      )
      .finally(() => this.looking.delete(key));
    this.looking.set(key, begun);
    return begun;
  }

  private async lookNow(key: string, set: VectorSet): Promise<void> {
    const { agentId } = set;
    const { made, wanted } = await this.store.progress(set);
    if (made < wanted) await this.jobs.remind(agentId);
    if (made === 0) return;
    const ttl = made < wanted ? { ttl: INCOMPLETE_MS } : {};
    const plain = new BitsIndex(this.prisma, set, CANDIDATES);
    this.kept.set(key, (await this.pgvector.find(set, made, plain)) ?? plain, ttl);
  }
}

const keyOf = ({ agentId, hash, space }: VectorSet): string => [agentId, hash, space].join('/');
