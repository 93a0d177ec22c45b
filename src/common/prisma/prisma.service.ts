import { PrismaPg } from '@prisma/adapter-pg';
import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { AppConfig } from '../config/index.js';
import { Metrics } from '../metrics/index.js';
import { databaseFault } from './database-faults.js';
import { DatabaseMetrics } from './database-metrics.js';
import { createDatabasePool } from './database-pool.js';
import { lostSessionOf } from './guarded-client.js';
import { type PreparedStatement, createStatementNames } from './prepared-statement.js';
import { WriteRefusal } from './write-refusal.js';

/** Total time limit of a statement and the check of its outcome, so that a request is answered within 3 s. */
const KNOWN_WITHIN_MS = 2_600;
/** The least time to check the outcome of a statement whose response was lost. */
const OUTCOME_WITHIN_MS = 400;

/** Terminates a server session and waits. Its id may have been reused, but only for one of ours. */
const endOf = (session: number): PreparedStatement => ({
  name: 'end_session',
  text: `SELECT pg_terminate_backend(pid, ${OUTCOME_WITHIN_MS}) FROM pg_stat_activity
         WHERE pid = $1 AND usename = current_user AND datname = current_database()`,
  values: [session],
});

/** The database client. Connects on first use, so that the service starts (and answers 503) without the database. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly writeRefusal: WriteRefusal;
  private readonly keepsStatements: boolean;

  constructor(config: AppConfig, @Optional() metrics?: Metrics) {
    const { connectTimeoutMs, queryTimeoutMs, preparedStatements } = config.database;
    const writeRefusal = new WriteRefusal();
    const pool = createDatabasePool(config.database, metrics && new DatabaseMetrics(metrics), (error) => {
      const fault = databaseFault(error);
      writeRefusal.note(fault);
      return fault;
    });
    super({
      adapter: new PrismaPg(
        pool,
        preparedStatements ? { statementNameGenerator: createStatementNames() } : {},
      ),
      transactionOptions: { maxWait: connectTimeoutMs, timeout: 2 * queryTimeoutMs },
    });
    this.pool = pool;
    this.writeRefusal = writeRefusal;
    this.keepsStatements = preparedStatements;
  }

  /**
   * Runs one statement, which is a transaction by itself, from the client's pool but without the ORM, whose overhead
   * exceeds the statement's cost when it runs thousands of times a second. Only for such statements. Connections,
   * timeouts and faults are the same. If its response is lost and it has an `outcome` statement, that is run.
   * @throws DatabaseUnavailableError, or PostgreSQL's error about the statement.
   */
  async runAlone<Row extends object>(statement: PreparedStatement): Promise<Row[]> {
    const { name, text, values, outcome } = statement;
    const beganMs = performance.now();
    try {
      const query = { ...(this.keepsStatements && { name }), text, values: [...values] };
      return (await this.pool.query<Row>(query)).rows;
    } catch (error) {
      const leftMs = Math.max(OUTCOME_WITHIN_MS, beganMs + KNOWN_WITHIN_MS - performance.now());
      const rows = outcome && (await this.lostOutcome<Row>(outcome, lostSessionOf(error), leftMs));
      if (rows) return rows;
      throw error;
    }
  }

  /**
   * The rows of a statement whose response was lost; undefined if it did nothing, or if that cannot be determined soon.
   */
  private async lostOutcome<Row extends object>(
    outcome: PreparedStatement,
    session: number | undefined,
    withinMs: number,
  ): Promise<Row[] | undefined> {
    if (session === undefined) return undefined;
    // First terminates its session, so that the statement cannot execute later.
    const looking = this.runAlone(endOf(session))
      .then(() => this.runAlone<Row>(outcome))
      .catch(() => []);
    const rows = await Promise.race([looking, delay(withinMs, [], { ref: false })]);
    return rows.length > 0 ? rows : undefined;
  }

  /**
   * Whether writes are accepted now.
   * @throws DatabaseUnavailableError when the database is away, read-only, or full.
   */
  ensureTakesWrites(): Promise<void> {
    return this.writeRefusal.ensureNone((statement) => this.runAlone(statement));
  }

  /** The last hook: others that stop before may still store something. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}
