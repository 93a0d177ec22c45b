import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfig } from '../../common/config/index.js';
import { EmbeddingJobs } from './embedding-jobs.js';
import { EmbeddingStore } from './embedding-store.js';
import type { VectorIndex } from './vector-index.js';

const BYTES_PER_MIB = 1_024 * 1_024;

/** How long an index that lacks vectors, or could not be read, is good enough before it is looked at anew. */
const INCOMPLETE_MS = 2_000;

/** Vectors of the agents that were asked last, in memory; read in the background, and never waited for. */
@Injectable()
export class VectorIndexes {
  private readonly logger = new Logger(VectorIndexes.name);
  private readonly kept: LRUCache<string, VectorIndex>;
  private readonly reading = new Map<string, Promise<void>>();
  /** Those that are not to be read again for a moment. */
  private readonly left = new LRUCache<string, true>({ max: 10_000, ttl: INCOMPLETE_MS });

  constructor(
    private readonly store: EmbeddingStore,
    private readonly jobs: EmbeddingJobs,
    config: AppConfig,
  ) {
    this.kept = new LRUCache({
      maxSize: config.knowledge.vectorMemoryMib * BYTES_PER_MIB,
      sizeCalculation: ({ bytes }) => bytes + 1,
    });
  }

  /** What is known of the vectors of a set; undefined until they have been read. */
  find(agentId: string, hash: string, space: string): VectorIndex | undefined {
    const key = [agentId, hash, space].join('/');
    const index = this.kept.get(key);
    if (!index) void this.read(key, agentId, hash, space);
    return index;
  }

  /** Resolves once what there is has been read. Never rejects. */
  async ready(agentId: string, hash: string, space: string): Promise<void> {
    const key = [agentId, hash, space].join('/');
    if (!this.kept.has(key)) await this.read(key, agentId, hash, space);
  }

  private read(key: string, agentId: string, hash: string, space: string): Promise<void> {
    const reading = this.reading.get(key);
    if (reading) return reading;
    if (this.left.has(key)) return Promise.resolve();
    this.left.set(key, true);
    const begun = this.readNow(key, agentId, hash, space)
      .catch((err: unknown) => this.logger.warn({ err, agentId }, 'the embeddings of an agent were not read'))
      .finally(() => this.reading.delete(key));
    this.reading.set(key, begun);
    return begun;
  }

  private async readNow(key: string, agentId: string, hash: string, space: string): Promise<void> {
    const { made, wanted } = await this.store.progress(agentId, hash, space);
    if (made < wanted) await this.jobs.remind(agentId);
    if (made === 0) return;
    const index = await this.store.load(agentId, hash, space);
    if (made < wanted) this.kept.set(key, index, { ttl: INCOMPLETE_MS });
    else this.kept.set(key, index);
    if (!this.kept.has(key))
      this.logger.warn({ agentId, bytes: index.bytes }, 'embeddings of an agent do not fit into memory');
  }
}
