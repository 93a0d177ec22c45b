import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import type { VectorSet } from './nearest-passages.js';
import { fromStored, type PackedVector } from './packed-vector.js';

/** Vectors that are written in one statement: their text takes this thread about two milliseconds. */
const WRITTEN_AT_ONCE = 100;

/** How many candidates an index looks at; of few, some of the nearest are missed. */
const CANDIDATES = 200;

/** A passage and how far its vector points elsewhere: 0 the same direction, 2 the opposite one. */
export interface NearPassage {
  readonly number: number;
  readonly distance: number;
}

/** Where a vector is in the order in which they are brought. */
interface Place {
  readonly number: number;
  readonly space: string;
}

/** The vectors of a set that pgvector has. */
export interface StoredSet {
  readonly size: number;
  /** Undefined where there are none, or they differ in length. */
  readonly dimensions: number | undefined;
}

/**
 * Vectors in the type of pgvector, beside those of `EmbeddingStore`, of which they are made and with which they go. The
 * table is no part of the schema, since servers without the extension have none.
 */
@Injectable()
export class PgvectorStore {
  constructor(private readonly prisma: PrismaService) {}

  /** Makes the table, or anew what is left of it where the extension was dropped. */
  async prepare(): Promise<void> {
    await this.prisma.$executeRaw`
      CREATE TABLE IF NOT EXISTS knowledge_vectors (
        agent_id text NOT NULL, space text NOT NULL, source text NOT NULL, position integer NOT NULL,
        number bigint NOT NULL, dimensions integer NOT NULL, vector vector NOT NULL,
        PRIMARY KEY (agent_id, space, source, position),
        FOREIGN KEY (agent_id, source, position, space) REFERENCES knowledge_embeddings ON DELETE CASCADE)`;
    // The column goes with the extension, and the rows stay.
    await this.prisma.$executeRaw`ALTER TABLE knowledge_vectors ADD COLUMN IF NOT EXISTS vector vector`;
    await this.prisma.$executeRaw`DELETE FROM knowledge_vectors WHERE vector IS NULL`;
  }

  /** Brings what an agent has of other vectors. @returns whether there is nothing left to bring */
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

  /** What there is of a set. */
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

  /** The nearest of a set, of which none is missed. */
  async nearest(
    { agentId, hash, space }: VectorSet,
    wanted: PackedVector,
    limit: number,
  ): Promise<NearPassage[]> {
    return this.prisma.runAlone<NearPassage>({
      name: 'pgvector_nearest',
      // With a parameter of its own type, a statement fails for good once the extension has been made anew.
      text: nearestStatement('vector', '$4::text::vector'),
      values: [agentId, hash, space, toText(wanted), limit, wanted.numbers.length],
    });
  }

  /** The same by an index, of the agent's other sets too: some may be missed, and fewer be found than there are. */
  async nearestByIndex(
    { agentId, hash, space }: VectorSet,
    wanted: PackedVector,
    limit: number,
  ): Promise<NearPassage[]> {
    const { length } = wanted.numbers;
    const type = `vector(${length})`;
    const [, found] = await this.prisma.$transaction([
      // Where PostgreSQL has not counted the rows yet, it takes sorting all of them for cheaper than the index.
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

/** A filter: as a join it would keep PostgreSQL from reading an index in the order of nearness. */
const OF_SET = `(source IN (SELECT unnest(sources) FROM knowledge_sets WHERE agent_id = $1 AND hash = $2)) IS TRUE`;

const nearestStatement = (vector: string, wanted: string): string => `
  SELECT number::float8 AS number, distance FROM (
    SELECT number, ${vector} <=> ${wanted} AS distance FROM knowledge_vectors
    WHERE agent_id = $1 AND space = $3 AND dimensions = $6 AND ${OF_SET}
    ORDER BY distance LIMIT $5
  ) AS near ORDER BY distance, number`;

/** Its direction alone is compared, for which the whole numbers do. */
const toText = ({ numbers }: PackedVector): string => `[${numbers.join()}]`;
