import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { AppConfig } from '../config/index.js';
import { driverFault } from './database-faults.js';
import { createDatabasePool } from './database-pool.js';
import { GuardedPrismaPg } from './guarded-adapter.js';
import type { PreparedStatement } from './prepared-statement.js';
import { createStatementNames } from './statement-names.js';
import { WriteRefusal } from './write-refusal.js';

/** The one client of the one database. Connects on first use, so that the service starts (and says 503) without it. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly writeRefusal: WriteRefusal;
  private readonly keepsStatements: boolean;

  constructor(config: AppConfig) {
    const { connectTimeoutMs, queryTimeoutMs, preparedStatements } = config.database;
    const pool = createDatabasePool(config.database);
    const writeRefusal = new WriteRefusal();
    super({
      adapter: new GuardedPrismaPg(
        pool,
        preparedStatements ? { statementNameGenerator: createStatementNames() } : {},
        (fault) => writeRefusal.note(fault),
      ),
      transactionOptions: { maxWait: connectTimeoutMs, timeout: 2 * queryTimeoutMs },
    });
    this.pool = pool;
    this.writeRefusal = writeRefusal;
    this.keepsStatements = preparedStatements;
  }

  /**
   * Runs one statement, which is a transaction by itself, on a connection of the client's own pool but without the ORM, which costs
   * more than the statement where that is asked thousands of times a second. For those few; everything else goes through the client.
   * Connections, timeouts and faults are the same.
   * @throws DatabaseUnavailableError, or what PostgreSQL says of the statement.
   */
  async runAlone<Row extends object>({ name, text, values }: PreparedStatement): Promise<Row[]> {
    try {
      const query = { ...(this.keepsStatements && { name }), text, values: [...values] };
      return (await this.pool.query<Row>(query)).rows;
    } catch (error) {
      const fault = driverFault(error);
      this.writeRefusal.note(fault);
      throw fault;
    }
  }

  /** Whether a change would be stored now. @throws DatabaseUnavailableError when the database is away, read-only, or full. */
  ensureTakesWrites(): Promise<void> {
    return this.writeRefusal.ensureNone((statement) => this.runAlone(statement));
  }

  /** The last hook: whoever stops before may still have something to store. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}
