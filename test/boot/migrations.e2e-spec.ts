import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inProject } from '../../scripts/lib/project.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { SchemaEngine } from '../../scripts/lib/prisma/schema-engine.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const projectDir = inProject();
const schemaDir = path.join(projectDir, 'prisma', 'schema');
const migrationsDir = path.join(projectDir, 'prisma', 'migrations');

describe('migrations', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-migrations-'));
  });

  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeMigration(name: string, sql: string): void {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  }

  /** The first column of the only row. */
  async function ask(sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }

  async function withEngine<T>(work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
    const engine = await SchemaEngine.create({ databaseUrl: database.url, schemaDir, migrationsDir });
    try {
      return await work(engine);
    } finally {
      engine.close();
    }
  }

  it("are recorded as by Prisma's engine, which finds nothing missing, failed or edited", async () => {
    const diagnosis = await withEngine((engine) => engine.diagnose());
    expect(diagnosis).toEqual({ history: null, failed: [], edited: [] });
  });

  it('create exactly the schema', async () => {
    expect(await withEngine((engine) => engine.diff())).toBeUndefined();
  });

  it('are applied once by several instances starting together', async () => {
    writeMigration('20990101000000_one', 'CREATE TABLE one (id int)');
    writeMigration('20990101000001_two', 'CREATE TABLE two (id int); INSERT INTO two VALUES (1)');
    const answers = await Promise.all([1, 2, 3].map(() => deployMigrations(database.url, folder)));
    expect(answers.flat().sort()).toEqual(['20990101000000_one', '20990101000001_two']);
    expect(await deployMigrations(database.url, folder)).toEqual([]);
    expect(await ask('SELECT count(*)::int FROM two')).toBe(1);
  });

  it('roll back a failed one and block until it is resolved', async () => {
    writeMigration('20990101000000_bad', 'CREATE TABLE half (id int); SELECT 1/0');
    await expect(deployMigrations(database.url, folder)).rejects.toThrow(
      '20990101000000_bad failed: division by zero',
    );
    expect(await ask("SELECT to_regclass('half')")).toBeNull();
    await expect(deployMigrations(database.url, folder)).rejects.toThrow(
      '20990101000000_bad failed on this database earlier',
    );
  });

  it('fail when an applied one was changed', async () => {
    writeMigration('20990101000000_one', 'CREATE TABLE one (id int)');
    await deployMigrations(database.url, folder);
    writeMigration('20990101000000_one', 'CREATE TABLE one (id bigint)');
    await expect(deployMigrations(database.url, folder)).rejects.toThrow('was changed after it was applied');
  });

  it('reject a database migrated by a newer version unless allowed', async () => {
    writeMigration('20990101000000_one', 'CREATE TABLE one (id int)');
    writeMigration('20990101000001_newer', 'CREATE TABLE newer (id int)');
    await deployMigrations(database.url, folder);
    rmSync(path.join(folder, '20990101000001_newer'), { recursive: true });
    await expect(deployMigrations(database.url, folder)).rejects.toThrow(
      'a newer version of Earshot: it has 20990101000001_newer',
    );
    process.env.DATABASE_ALLOW_NEWER = 'true';
    try {
      expect(await deployMigrations(database.url, folder)).toEqual([]);
    } finally {
      delete process.env.DATABASE_ALLOW_NEWER;
    }
  });
});
