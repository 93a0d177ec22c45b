import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { AppConfig } from '../config/index.js';
import { GuardedPrismaPg } from './guarded-adapter.js';
import { createStatementNames } from './statement-names.js';

/** The one client of the one database. Connects on first use, so that the service starts (and says 503) without it. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(config: AppConfig) {
    const { url, poolSize, connectTimeoutMs, queryTimeoutMs, preparedStatements } = config.database;
    const pool = new Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    pool.on('error', () => undefined);
    super({
      adapter: new GuardedPrismaPg(
        pool,
        preparedStatements ? { statementNameGenerator: createStatementNames() } : {},
      ),
      transactionOptions: { maxWait: connectTimeoutMs, timeout: 2 * queryTimeoutMs },
    });
    this.pool = pool;
  }

  /** The last hook: whoever stops before may still have something to store. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}
