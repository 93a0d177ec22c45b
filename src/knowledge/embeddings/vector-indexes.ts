import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfig } from '../../common/config/index.js';
import { EmbeddingJobs } from './embedding-jobs.js';
import { EmbeddingStore } from './embedding-store.js';
import type { NearestPassages, VectorSet } from './nearest-passages.js';
import { Pgvector } from './pgvector.js';
import { VectorIndex } from './vector-index.js';

const BYTES_PER_MIB = 1_024 * 1_024;

/** How long an index that lacks vectors, or could not be read, is good enough before it is looked at anew. */
const INCOMPLETE_MS = 2_000;

/** Vectors of the agents that were asked last, in PostgreSQL or in memory; read in the background, never waited for. */
@Injectable()
export class VectorIndexes {
  private readonly logger = new Logger(VectorIndexes.name);
  private readonly kept: LRUCache<string, NearestPassages>;
  private readonly reading = new Map<string, Promise<void>>();
  /** Those that are not to be read again for a moment. */
  private readonly left = new LRUCache<string, true>({ max: 10_000, ttl: INCOMPLETE_MS });

  constructor(
    private readonly store: EmbeddingStore,
    private readonly jobs: EmbeddingJobs,
    private readonly pgvector: Pgvector,
    config: AppConfig,
  ) {
    this.kept = new LRUCache({
      maxSize: config.knowledge.vectorMemoryMib * BYTES_PER_MIB,
      sizeCalculation: ({ bytes }) => bytes + 1,
    });
  }

  /** What is known of the vectors of a set; undefined until they have been read. */
  find(set: VectorSet): NearestPassages | undefined {
    const index = this.kept.get(keyOf(set));
    if (!index || this.isBetterElsewhere(index)) void this.read(set);
    return index;
  }

  /** Resolves once what there is has been read. Never rejects. */
  async ready(set: VectorSet): Promise<void> {
    const index = this.kept.get(keyOf(set));
    if (!index || this.isBetterElsewhere(index)) await this.read(set);
  }

  /** PostgreSQL has gained pgvector, or has only now all vectors there. */
  private isBetterElsewhere(index: NearestPassages): boolean {
    return this.pgvector.isReady && index instanceof VectorIndex;
  }

  private read(set: VectorSet): Promise<void> {
    const key = keyOf(set);
    const reading = this.reading.get(key);
    if (reading) return reading;
    if (this.left.has(key)) return Promise.resolve();
    this.left.set(key, true);
    const begun = this.readNow(key, set)
      .catch((err: unknown) =>
        this.logger.warn({ err, agentId: set.agentId }, 'the embeddings of an agent were not read'),
      )
      .finally(() => this.reading.delete(key));
    this.reading.set(key, begun);
    return begun;
  }

  private async readNow(key: string, set: VectorSet): Promise<void> {
    const { agentId } = set;
    const { made, wanted } = await this.store.progress(set);
    if (made < wanted) await this.jobs.remind(agentId);
    if (made === 0) return;
    const ttl = made < wanted ? { ttl: INCOMPLETE_MS } : {};
    const stored = await this.pgvector.find(set, made, () => this.readHere(key, set, ttl));
    if (stored) this.kept.set(key, stored, ttl);
    else if (!this.kept.has(key)) await this.readHere(key, set, ttl);
  }

  private async readHere(key: string, set: VectorSet, ttl: { ttl?: number }): Promise<NearestPassages> {
    const index = await this.store.load(set);
    this.kept.set(key, index, ttl);
    if (!this.kept.has(key))
      this.logger.warn(
        { agentId: set.agentId, bytes: index.bytes },
        'embeddings of an agent do not fit into memory',
      );
    return index;
  }
}

const keyOf = ({ agentId, hash, space }: VectorSet): string => [agentId, hash, space].join('/');
