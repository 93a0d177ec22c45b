import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';

/** Maximum dimensions of an indexed vector (pgvector's README, "HNSW"). */
const MOST_DIMENSIONS = 2_000;

/** Each index makes query planning a little slower for all agents. */
const MAX_INDEXES = 50;

/** Arbitrary key of the advisory lock for index creation. */
const LOCK = 7_230_451_118_206_417;

/** The vectors of an agent in one space. */
interface Group {
  readonly agentId: string;
  readonly space: string;
  readonly dimensions: number;
}

const nameOf = ({ agentId, space, dimensions }: Group): string =>
  `knowledge_vectors_${createHash('sha256').update([agentId, space, dimensions].join('\n')).digest('hex').slice(0, 24)}`;

/**
 * One HNSW index per agent with many passages: a shared one would find the nearest of all accounts first, and hardly
 * any of the agent's own.
 */
@Injectable()
export class PgvectorHnsw {
  private names: ReadonlySet<string> = new Set();

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(PgvectorHnsw.name);
  }

  /** As of the last refresh. */
  has(group: Group): boolean {
    return this.names.has(nameOf(group));
  }

  /** Refreshes the list of indexes. */
  async look(): Promise<void> {
    const rows = await this.prisma.$queryRaw<{ name: string }[]>`
      SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = 'knowledge_vectors'::regclass AND NOT indisprimary AND indisvalid`;
    this.names = new Set(rows.map(({ name }) => name));
  }

  /** Creates an index for an agent with many vectors. Takes seconds to minutes, in the background. */
  async ensure(agentId: string, stopping: AbortSignal): Promise<void> {
    const { pgvectorIndexPassages: from } = this.config.knowledge;
    const groups = await this.prisma.$queryRaw<Group[]>`
      SELECT agent_id AS "agentId", space, dimensions FROM knowledge_vectors
      WHERE agent_id = ${agentId} AND dimensions <= ${MOST_DIMENSIONS}
      GROUP BY agent_id, space, dimensions HAVING count(*) >= ${from}`;
    const bare = groups.filter((group) => !this.has(group));
    if (bare.length > 0) await this.alone(stopping, (client) => this.make(client, bare));
  }

  /** Runs on a connection without a time limit, on one instance at a time; others retry later. */
  private async alone(stopping: AbortSignal, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const { url, connectTimeoutMs } = this.config.database;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
    client.on('error', () => undefined);
    // PostgreSQL finishes the index without the client.
    const leave = () => void client.end();
    stopping.addEventListener('abort', leave, { once: true });
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
        LOCK,
      ]);
      if (rows[0]?.held) await work(client);
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      stopping.removeEventListener('abort', leave);
      await client.end();
    }
    if (!stopping.aborted) await this.look();
  }

  private async make(client: pg.Client, groups: readonly Group[]): Promise<void> {
    const { rows } = await client.query<{ hnsw: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_am WHERE amname = 'hnsw') AS hnsw`,
    );
    // pgvector before 0.5.0: searches are exact.
    if (!rows[0]?.hnsw) return;
    await this.dropLeftovers(client);
    for (const group of groups) {
      const { agentId, space, dimensions } = group;
      const name = pg.escapeIdentifier(nameOf(group));
      if ((await this.count(client)) >= MAX_INDEXES) {
        this.logger.warn({ agentId }, `there are ${MAX_INDEXES} indexes: an agent is searched without`);
        return;
      }
      const beganMs = performance.now();
      await client.query(`
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON knowledge_vectors
        USING hnsw ((vector::vector(${dimensions})) vector_cosine_ops)
        WHERE agent_id = ${pg.escapeLiteral(agentId)} AND space = ${pg.escapeLiteral(space)} AND dimensions = ${dimensions}`);
      await client.query(`COMMENT ON INDEX ${name} IS ${pg.escapeLiteral(agentId)}`);
      await client.query('ANALYZE knowledge_vectors');
      const tookMs = Math.round(performance.now() - beganMs);
      this.logger.info({ agentId, dimensions, tookMs }, 'vector index created');
    }
  }

  /** Drops indexes of deleted agents and unfinished ones. */
  private async dropLeftovers(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = 'knowledge_vectors'::regclass AND NOT indisprimary AND (
        NOT indisvalid OR NOT EXISTS (
          SELECT FROM knowledge_vectors WHERE agent_id = obj_description(indexrelid, 'pg_class')))`);
    for (const { name } of rows)
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${pg.escapeIdentifier(name)}`);
  }

  private async count(client: pg.Client): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_index
       WHERE indrelid = 'knowledge_vectors'::regclass AND NOT indisprimary`,
    );
    return rows[0]?.count ?? 0;
  }
}
