import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { VectorSet } from './nearest-passages.js';
import { fromStored, packVector, toStored } from './packed-vector.js';
import { type StoredVector, vectorPage } from './vector-page.js';
import { type IndexedVector, VectorIndex } from './vector-index.js';

/** Vectors that are read at once: others have their turn on this thread in between. */
const READ_AT_ONCE = 1_000;

/** A passage that has no vector yet. */
export interface BarePassage {
  readonly number: bigint;
  readonly source: string;
  readonly position: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Vectors of passages in the database. */
@Injectable()
export class EmbeddingStore {
  constructor(private readonly prisma: PrismaService) {}

  /** Passages of an agent without a vector of that space, in the order of their numbers, beyond `after`. */
  async bare(agentId: string, space: string, after: bigint, limit: number): Promise<BarePassage[]> {
    return this.prisma.$queryRaw<BarePassage[]>`
      SELECT number, source, position, name, title, text FROM knowledge_passages AS passage
      WHERE agent_id = ${agentId} AND number > ${after} AND NOT EXISTS (
        SELECT FROM knowledge_embeddings AS made
        WHERE made.agent_id = ${agentId} AND made.space = ${space}
          AND made.source = passage.source AND made.position = passage.position)
      ORDER BY number LIMIT ${limit}`;
  }

  /** Passages that were deleted meanwhile are left out. */
  async keep(
    agentId: string,
    space: string,
    passages: readonly BarePassage[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const sources = passages.map(({ source }) => source);
    const positions = passages.map(({ position }) => position);
    const packed = vectors.map((vector) => Buffer.from(toStored(packVector(vector))).toString('hex'));
    await this.prisma.$executeRaw`
      INSERT INTO knowledge_embeddings (agent_id, source, position, space, vector)
      SELECT agent_id, source, position, ${space}, decode(made.vector, 'hex')
      FROM unnest(${sources}::text[], ${positions}::int[], ${packed}::text[]) AS made (source, position, vector)
      JOIN knowledge_passages USING (source, position) WHERE agent_id = ${agentId}
      ON CONFLICT DO NOTHING`;
  }

  /** How many vectors of a set there are, and how many there should be. */
  async progress({ agentId, hash, space }: VectorSet): Promise<{ made: number; wanted: number }> {
    const [row] = await this.prisma.$queryRaw<{ made: number; wanted: number }[]>`
      SELECT passages AS wanted, (
        SELECT count(*)::int FROM knowledge_embeddings
        WHERE agent_id = ${agentId} AND space = ${space} AND source = ANY (sources)) AS made
      FROM knowledge_sets WHERE agent_id = ${agentId} AND hash = ${hash}`;
    return row ?? { made: 0, wanted: 0 };
  }

  /** How many passages of each source have a vector; a source without any is left out. */
  async madeOf(agentId: string, sources: readonly string[], space: string): Promise<Map<string, number>> {
    const rows = await this.prisma.knowledgeEmbedding.groupBy({
      by: ['source'],
      where: { agentId, space, source: { in: [...sources] } },
      _count: { position: true },
    });
    return new Map(rows.map(({ source, _count }) => [source, _count.position]));
  }

  /** The vectors of a set, ready to be searched. */
  async load({ agentId, hash, space }: VectorSet): Promise<VectorIndex> {
    const vectors: IndexedVector[] = [];
    let after = 0;
    let page: StoredVector[];
    do {
      page = await this.prisma.runAlone(vectorPage([agentId, hash, space], after, READ_AT_ONCE));
      for (const { number, vector } of page) vectors.push({ number, vector: fromStored(vector) });
      after = page.at(-1)?.number ?? after;
    } while (page.length === READ_AT_ONCE);
    return VectorIndex.of(vectors);
  }
}
