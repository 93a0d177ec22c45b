import type { Pool, PoolClient } from 'pg';
import { AppConfig } from '../../../src/common/config/index.js';
import { createDatabasePool } from '../../../src/common/prisma/database-pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';

const QUERY_TIMEOUT_MS = 400;

describe('a transaction of a process that says nothing any more', () => {
  let database: TestDatabase;
  let pool: Pool;
  let client: PoolClient;

  beforeEach(async () => {
    database = await createTestDatabase();
    const environment = {
      DATABASE_URL: database.url,
      DATABASE_QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS),
      // No less than the transaction's: PostgreSQL by itself would ignore it.
      DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: '60000',
    };
    pool = createDatabasePool(AppConfig.fromEnvironment(environment).database);
    client = await pool.connect();
  });
  afterEach(async () => {
    client.release(true);
    await pool.end();
    await database.drop();
  });

  it.each([
    ['waits for the next statement', 'SELECT 1'],
    ['has failed', 'SELECT 1 / 0'],
  ])('is ended by the server where it %s', async (_state, statement) => {
    const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
    await client.query('BEGIN');
    await client.query(statement).catch(() => undefined);
    await until('the server has ended it', async () => {
      const { rowCount } = await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return rowCount === 0;
    });
  });

  it('is ended for idleness first, as the server itself says', async () => {
    const msOf = async (name: string) => {
      const { rows } = await client.query(
        'SELECT extract(epoch FROM current_setting($1)::interval) * 1000 AS ms',
        [name],
      );
      return Number(rows[0].ms);
    };
    expect(await msOf('transaction_timeout')).toBe(3 * QUERY_TIMEOUT_MS);
    expect(await msOf('idle_in_transaction_session_timeout')).toBe(3 * QUERY_TIMEOUT_MS - 1);
  });
});
