import pg, { DatabaseError } from 'pg';
import { AppConfig } from '../../../src/common/config/index.js';
import { createDatabasePool } from '../../../src/common/prisma/database-pool.js';
import { DatabaseUnavailableError, PrismaService } from '../../../src/common/prisma/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';

const QUERY_TIMEOUT_MS = 1_000;

describe('transaction of an unresponsive process', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let onlooker: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = {
      DATABASE_URL: database.url,
      DATABASE_QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS),
    };
    pool = createDatabasePool(AppConfig.fromEnvironment(environment).database);
    onlooker = new pg.Client({ connectionString: database.url });
    await onlooker.connect();
  });
  afterAll(async () => {
    await onlooker?.end();
    await pool?.end();
    await database?.drop();
  });

  it.each([
    ['waits for the next statement', 'SELECT 1'],
    ['has failed', 'SELECT 1 / 0'],
  ])('is ended by the server when it %s', async (_state, statement) => {
    const client = await pool.connect();
    const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
    await client.query('BEGIN');
    await client.query(statement).catch(() => undefined);
    await until('the server has ended it', async () => {
      const { rowCount } = await onlooker.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return rowCount === 0;
    });
    client.release(true);
  });

  it('is ended for idleness first, per the server', async () => {
    const msOf = async (name: string) => {
      const { rows } = await pool.query(
        'SELECT extract(epoch FROM current_setting($1)::interval) * 1000 AS ms',
        [name],
      );
      return Number(rows[0].ms);
    };
    expect(await msOf('transaction_timeout')).toBe(3 * QUERY_TIMEOUT_MS);
    expect(await msOf('idle_in_transaction_session_timeout')).toBe(2.5 * QUERY_TIMEOUT_MS);
  });
});

describe('statement outside the ORM', () => {
  let database: TestDatabase;
  let prisma: PrismaService;

  beforeAll(async () => {
    database = await createTestDatabase();
    const patience = { DATABASE_CONNECT_TIMEOUT_MS: '20000', DATABASE_QUERY_TIMEOUT_MS: '20000' };
    prisma = new PrismaService(AppConfig.fromEnvironment({ DATABASE_URL: database.url, ...patience }));
  });
  afterAll(async () => {
    await prisma?.onApplicationShutdown();
    await database?.drop();
  });

  it('distinguishes statement errors from an outage', async () => {
    const next = () => prisma.runAlone({ name: 'next', text: 'SELECT $1::int + 1 AS next', values: [1] });
    expect(await next()).toEqual([{ next: 2 }]);
    const wrong = prisma.runAlone({ name: 'zero', text: 'SELECT 1 / $1::int', values: [0] });
    await expect(wrong).rejects.toBeInstanceOf(DatabaseError);
    const text = 'SELECT pg_terminate_backend(pg_backend_pid())';
    const cut = prisma.runAlone({ name: 'cut', text, values: [] });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await next()).toEqual([{ next: 2 }]);
  });
});
