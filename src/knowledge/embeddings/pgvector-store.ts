import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { VectorSet } from './nearest-passages.js';
import { fromStored, type PackedVector } from './packed-vector.js';

/** Vectors per statement: formatting their text takes this thread about two milliseconds. */
const WRITTEN_AT_ONCE = 100;

/** Candidates of an index scan; with few, some of the nearest are missed. */
const CANDIDATES = 200;

/** A passage and its distance: 0 same direction, 2 opposite. */
export interface NearPassage {
  readonly number: number;
  readonly distance: number;
}

/** Position of a vector in the copying order. */
interface Place {
  readonly number: number;
  readonly space: string;
}

/** The vectors of a set that pgvector has. */
export interface StoredSet {
  readonly size: number;
  /** Undefined if there are none, or their lengths differ. */
  readonly dimensions: number | undefined;
}

/**
 * Vectors in pgvector's type, copied from `EmbeddingStore` and deleted with those. The table is not in the schema,
 * since servers without the extension have none.
 */
@Injectable()
export class PgvectorStore {
  constructor(private readonly prisma: PrismaService) {}

  /** Creates the table, or repairs it after the extension was dropped. */
  async prepare(): Promise<void> {
    await this.prisma.$executeRaw`
      CREATE TABLE IF NOT EXISTS knowledge_vectors (
        agent_id text NOT NULL, space text NOT NULL, source text NOT NULL, position integer NOT NULL,
        number bigint NOT NULL, dimensions integer NOT NULL, vector vector NOT NULL,
        PRIMARY KEY (agent_id, space, source, position),
        FOREIGN KEY (agent_id, source, position, space) REFERENCES knowledge_embeddings ON DELETE CASCADE)`;
    // Dropping the extension drops the column but keeps the rows.
    await this.prisma.$executeRaw`ALTER TABLE knowledge_vectors ADD COLUMN IF NOT EXISTS vector vector`;
    await this.prisma.$executeRaw`DELETE FROM knowledge_vectors WHERE vector IS NULL`;
  }

  /** Copies an agent's missing vectors. @returns whether none is left */
  async fill(agentId: string, stopping: AbortSignal): Promise<boolean> {
    for (let after: Place = { number: -1, space: '' }; !stopping.aborted;) {
      const page = await this.missing(agentId, after);
      const last = page.at(-1);
      if (!last) return true;
      const vectors = page.map(({ vector }) => fromStored(vector).numbers);
      await this.prisma.$executeRaw`
        INSERT INTO knowledge_vectors (agent_id, space, source, position, number, dimensions, vector)
        SELECT agent_id, space, source, position, number, made.dimensions, made.vector::vector
        FROM unnest(
          ${page.map(({ number }) => number)}::bigint[], ${page.map(({ space }) => space)}::text[],
          ${vectors.map(({ length }) => length)}::int[], ${vectors.map((numbers) => `[${numbers.join()}]`)}::text[]
        ) AS made (number, space, dimensions, vector)
        JOIN knowledge_passages USING (number) JOIN knowledge_embeddings AS kept USING (agent_id, source, position, space)
        ON CONFLICT DO NOTHING`;
      after = last;
    }
    return false;
  }

  async sizeOf({ agentId, hash, space }: VectorSet): Promise<StoredSet> {
    const [row] = await this.prisma.runAlone<{ size: number; least: number | null; most: number | null }>({
      name: 'pgvector_size',
      text: `
        SELECT count(*)::int AS size, min(dimensions) AS least, max(dimensions) AS most FROM knowledge_vectors
        WHERE agent_id = $1 AND space = $3 AND ${OF_SET}`,
      values: [agentId, hash, space],
    });
    const dimensions = row?.least === row?.most ? (row?.least ?? undefined) : undefined;
    return { size: row?.size ?? 0, dimensions };
  }

  /** The nearest of a set, exactly. */
  async nearest(
    { agentId, hash, space }: VectorSet,
    wanted: PackedVector,
    limit: number,
  ): Promise<NearPassage[]> {
    return this.prisma.runAlone<NearPassage>({
      name: 'pgvector_nearest',
      // A parameter of the extension's type fails for good once the extension has been recreated.
      text: nearestStatement('vector', '$4::text::vector'),
      values: [agentId, hash, space, toText(wanted), limit, wanted.numbers.length],
    });
  }

  /** The same by an index that includes the agent's other sets: some may be missed, and fewer returned. */
  async nearestByIndex(
    { agentId, hash, space }: VectorSet,
    wanted: PackedVector,
    limit: number,
  ): Promise<NearPassage[]> {
    const { length } = wanted.numbers;
    const type = `vector(${length})`;
    const [, found] = await this.prisma.$transaction([
      // Without statistics PostgreSQL prefers sorting all rows to the index.
      this.prisma.$queryRaw`
        SELECT set_config('hnsw.ef_search', ${String(CANDIDATES)}, true), set_config('enable_sort', 'off', true)`,
      this.prisma.$queryRawUnsafe<NearPassage[]>(
        nearestStatement(`vector::${type}`, `$4::${type}`),
        ...[agentId, hash, space, toText(wanted), limit, length],
      ),
    ]);
    return found;
  }

  private missing(agentId: string, after: Place): Promise<(Place & { readonly vector: Uint8Array })[]> {
    return this.prisma.runAlone({
      name: 'pgvector_missing',
      text: `
        SELECT number::float8 AS number, space, made.vector FROM knowledge_passages AS passage
        JOIN knowledge_embeddings AS made USING (agent_id, source, position)
        WHERE agent_id = $1 AND (number, space) > ($2, $3) AND NOT EXISTS (
          SELECT FROM knowledge_vectors AS done WHERE done.agent_id = $1 AND done.space = made.space
            AND done.source = made.source AND done.position = made.position)
        ORDER BY number, space LIMIT ${WRITTEN_AT_ONCE}`,
      values: [agentId, after.number, after.space],
    });
  }
}

/** A filter: a join would keep PostgreSQL from reading the index in distance order. */
const OF_SET = `(source IN (SELECT unnest(sources) FROM knowledge_sets WHERE agent_id = $1 AND hash = $2)) IS TRUE`;

const nearestStatement = (vector: string, wanted: string): string => `
  SELECT number::float8 AS number, distance FROM (
    SELECT number, ${vector} <=> ${wanted} AS distance FROM knowledge_vectors
    WHERE agent_id = $1 AND space = $3 AND dimensions = $6 AND ${OF_SET}
    ORDER BY distance LIMIT $5
  ) AS near ORDER BY distance, number`;

/** Only the direction matters, so the integers do. */
const toText = ({ numbers }: PackedVector): string => `[${numbers.join()}]`;
