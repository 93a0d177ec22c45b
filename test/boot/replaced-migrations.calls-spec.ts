import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inProject } from '../../scripts/lib/project.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { SchemaEngine } from '../../scripts/lib/prisma/schema-engine.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { dumpDatabase } from '../support/dump.js';
import { restoreOlderDatabase } from './support/older-database.js';

const INIT = '20261128191500_init';
const FIRST = '20261121050215_base';
const LAST = '20261124020845_journals_of_lines';

/** The output of `pg_dump --schema-only` for the schema `public`. */
const SCHEMA = `
  SELECT format('%s %s %s', relkind, relpersistence, relname) AS said, relname AS of, 0 AS at
  FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)), relname,
    row_number() OVER (PARTITION BY attrelid ORDER BY attnum)
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT indexdef, tablename, 0 FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', conname, pg_get_constraintdef(oid)), conrelid::regclass::text, 0
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT pg_get_triggerdef(oid), tgrelid::regclass::text, 0 FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT pg_get_functiondef(oid), proname, 0 FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')
  UNION ALL
  SELECT enumlabel, enumtypid::regtype::text, enumsortorder FROM pg_enum
  UNION ALL
  SELECT extname, 'extension', 0 FROM pg_extension
  ORDER BY of, at, said`;

describe('database with the migrations that init replaces', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await restoreOlderDatabase();
    client = await connect(database.url);
  });
  afterEach(async () => {
    await client?.end();
    await database?.drop();
  });

  const migrationRows = async () =>
    (await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name')).rows;

  it('records init in place of them as Prisma would, with nothing missing', async () => {
    expect(await migrationRows()).toHaveLength(46);
    expect(await deployMigrations(database.url)).not.toContain(INIT);
    const [row, ...later] = await migrationRows();
    // As written by `prisma migrate resolve --applied` of Prisma 7.10.
    const resolved = { migration_name: INIT, logs: '', rolled_back_at: null, applied_steps_count: 0 };
    expect(row).toMatchObject({ ...resolved, finished_at: row.started_at });
    expect(later.map(({ migration_name: name }) => name)).not.toContain(LAST);
    const [schemaDir, migrationsDir] = [inProject('prisma', 'schema'), inProject('prisma', 'migrations')];
    const engine = await SchemaEngine.create({ databaseUrl: database.url, schemaDir, migrationsDir });
    expect(await engine.diagnose()).toEqual({ history: null, failed: [], edited: [] });
    engine.close();
  });

  it('has the schema of a fresh database', async () => {
    await deployMigrations(database.url);
    const fresh = await createTestDatabase();
    const other = await connect(fresh.url);
    try {
      const [carried, made] = await Promise.all([client.query(SCHEMA), other.query(SCHEMA)]);
      expect(made.rows.length).toBeGreaterThan(1_000);
      expect(carried.rows).toEqual(made.rows);
    } finally {
      await other.end();
      await fresh.drop();
    }
  });

  it('is migrated once by several instances starting together, and keeps its rows', async () => {
    const everything = () =>
      dumpDatabase(async (sql, ...values) => (await client.query(sql, values)).rows, {
        tables: ['_prisma_migrations'],
      });
    const before = await everything();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-init-'));
    try {
      cpSync(inProject('prisma', 'migrations', INIT), path.join(folder, INIT), { recursive: true });
      await Promise.all([1, 2, 3].map(() => deployMigrations(database.url, folder)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(await migrationRows()).toHaveLength(1);
    expect(await everything()).toEqual(before);
  });

  it('is rejected while some are missing, with both lists and the commands to run first', async () => {
    await client.query('DELETE FROM _prisma_migrations WHERE migration_name > $1', [FIRST]);
    const before = await migrationRows();
    await expect(deployMigrations(database.url)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`only 1 of the 46 .*has ${FIRST}\\..*lacks .*${LAST}`, 's')),
      remedy: expect.stringMatching(/git checkout f7ad95c6\w{32}\n +npm start/),
    });
    expect(await migrationRows()).toEqual(before);
  });

  it('is rejected when one was changed after it was applied', async () => {
    await client.query("UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = $1", [LAST]);
    await expect(deployMigrations(database.url)).rejects.toThrow(
      `${LAST} was changed after it was applied to this database`,
    );
    expect(await migrationRows()).toHaveLength(46);
  });
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
