import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { VectorSet } from './nearest-passages.js';
import { packVector, toStored } from './packed-vector.js';
import { numberBits, signBits } from './vector-bits.js';

/** A passage without a vector. */
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

  /** Passages of an agent without a vector of that space, ordered by number, beyond `after`. */
  async bare(agentId: string, space: string, after: bigint, limit: number): Promise<BarePassage[]> {
    return this.prisma.$queryRaw<BarePassage[]>`
      SELECT number, source, position, name, title, text FROM knowledge_passages AS passage
      WHERE agent_id = ${agentId} AND number > ${after} AND NOT EXISTS (
        SELECT FROM knowledge_embeddings AS made
        WHERE made.agent_id = ${agentId} AND made.space = ${space} AND made.signs IS NOT NULL
          AND made.source = passage.source AND made.position = passage.position)
      ORDER BY number LIMIT ${limit}`;
  }

  /** Skips passages deleted since. */
  async keep(
    agentId: string,
    space: string,
    passages: readonly BarePassage[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const sources = passages.map(({ source }) => source);
    const positions = passages.map(({ position }) => position);
    const packed = vectors.map(packVector);
    const stored = packed.map((vector) => Buffer.from(toStored(vector)).toString('hex'));
    await this.prisma.$executeRaw`
      INSERT INTO knowledge_embeddings AS kept (agent_id, source, position, space, vector, signs, bits, scale)
      SELECT agent_id, source, position, ${space}, decode(made.vector, 'hex'), made.signs::varbit, made.bits::varbit, made.scale
      FROM unnest(
        ${sources}::text[], ${positions}::int[], ${stored}::text[],
        ${packed.map(signBits)}::text[], ${packed.map(numberBits)}::text[], ${packed.map(({ scale }) => scale)}::real[]
      ) AS made (source, position, vector, signs, bits, scale)
      JOIN knowledge_passages USING (source, position) WHERE agent_id = ${agentId}
      ON CONFLICT (agent_id, source, position, space) DO UPDATE
      SET vector = EXCLUDED.vector, signs = EXCLUDED.signs, bits = EXCLUDED.bits, scale = EXCLUDED.scale
      WHERE kept.signs IS NULL`;
  }

  /** Existing and expected vectors of a set. */
  async progress({ agentId, hash, space }: VectorSet): Promise<{ made: number; wanted: number }> {
    const [row] = await this.prisma.$queryRaw<{ made: number; wanted: number }[]>`
      SELECT passages AS wanted, (
        SELECT count(*)::int FROM knowledge_embeddings
        WHERE agent_id = ${agentId} AND space = ${space} AND signs IS NOT NULL AND source = ANY (sources)) AS made
      FROM knowledge_sets WHERE agent_id = ${agentId} AND hash = ${hash}`;
    return row ?? { made: 0, wanted: 0 };
  }

  /** How many passages of each source have a vector; sources without any are omitted. */
  async madeOf(agentId: string, sources: readonly string[], space: string): Promise<Map<string, number>> {
    const rows = await this.prisma.knowledgeEmbedding.groupBy({
      by: ['source'],
      where: { agentId, space, source: { in: [...sources] }, signs: { not: null } },
      _count: { position: true },
    });
    return new Map(rows.map(({ source, _count }) => [source, _count.position]));
  }
}
