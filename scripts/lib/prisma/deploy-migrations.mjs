import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { codeOf, LaunchError, messageOf } from '../launch-error.mjs';
import { inProject } from '../project.mjs';
import { hasReplaced, readReplaced, replaceRows } from './replaced-migrations.mjs';
import { migrationNames } from './schema-files.mjs';

/** Prisma Migrate's advisory lock, so that its command line and this code never migrate concurrently. */
const PRISMA_MIGRATE_LOCK = 72_707_369;

/** Prisma Migrate's own table, column by column. */
const CREATE_BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/**
 * Applies the missing migrations of a folder with only `pg`: Prisma's own command needs a binary from a host that not
 * every machine can reach. The bookkeeping is Prisma's, so its tools agree with the result. Concurrent calls wait for
 * each other.
 * @param {string} databaseUrl
 * @param {string} [folder]
 * @returns {Promise<string[]>} names of the migrations applied just now
 */
export async function deployMigrations(databaseUrl, folder = inProject('prisma', 'migrations')) {
  const client = await connect(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATE_LOCK]);
    await client.query(CREATE_BOOKKEEPING);
    const known = await recordedMigrations(client);
    const migrations = migrationsIn(folder);
    refuseNewerDatabase([...known.keys()], migrations.at(-1)?.name ?? '');
    const applied = [];
    for (const migration of migrations) {
      const { name, checksum, replaced } = migration;
      if (known.has(name)) {
        refuseChanged(known, { [name]: checksum });
      } else if (replaced && hasReplaced(name, replaced, known)) {
        refuseChanged(known, replaced.checksums);
        await replaceRows(client, { name, checksum, replaced });
      } else {
        await apply(client, migration);
        applied.push(name);
      }
    }
    return applied;
  } finally {
    await client.end(); // also releases the lock
  }
}

/** @param {string} databaseUrl */
async function connect(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // Without a listener, losing the connection between two queries would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, port } = client;
    throw new LaunchError(
      `PostgreSQL at ${host}:${port} does not let us in: ${messageOf(error) || codeOf(error)}.`,
      'Check DATABASE_URL (host, port, user, password, database) and that the server runs.',
      { cause: error },
    );
  }
}

/**
 * A database migrated by a newer version may use its columns differently. Migration names begin with their creation
 * time. An unknown version among ours is no sign of that: its change was reverted, or comes from a branch.
 * @param {string[]} known
 * @param {string} newest the newest of ours
 */
function refuseNewerDatabase(known, newest) {
  const newer = known.filter((name) => name > newest).sort();
  if (newer.length === 0 || process.env.DATABASE_ALLOW_NEWER === 'true') return;
  throw new LaunchError(
    `This database was migrated by a newer version of Earshot: it has ${newer.join(', ')}, and this version knows none after ${newest}.`,
    'Start that version again, or restore a backup from before it. To start this one all the same, on the understanding that migrations ' +
      'of one release only add, set DATABASE_ALLOW_NEWER=true.',
  );
}

/**
 * @param {ReadonlyMap<string, string>} known
 * @param {Readonly<Record<string, string>>} checksums of migrations that the database has, by name
 */
function refuseChanged(known, checksums) {
  for (const [name, checksum] of Object.entries(checksums)) {
    if (known.get(name) === checksum) continue;
    throw new LaunchError(
      `Migration ${name} was changed after it was applied to this database.`,
      'Restore its migration.sql from version control and put the change into a new migration.',
    );
  }
}

/**
 * @param {pg.Client} client
 * @returns {Promise<Map<string, string>>} checksums by name
 */
async function recordedMigrations(client) {
  const { rows } = await client.query(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const failed = rows.find((row) => row.finished_at === null);
  if (failed) {
    throw new LaunchError(
      `Migration ${failed.migration_name} failed on this database earlier.\n${failed.logs ?? ''}`.trim(),
      'Mend the cause, undo by hand what the migration did, mark it as rolled back ' +
        `(UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${failed.migration_name}') and start again.`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** @param {string} folder */
function migrationsIn(folder) {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { name, sql, checksum, replaced: readReplaced(path.join(folder, name)) };
  });
}

/**
 * @param {pg.Client} client
 * @param {{ name: string, sql: string, checksum: string }} migration
 */
async function apply(client, { name, sql, checksum }) {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  try {
    // Several statements in one query run in one transaction: a migration is applied completely or not at all.
    await client.query(sql);
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [
      id,
      String(/** @type {Error} */ (error).stack ?? error),
    ]);
    throw new LaunchError(
      `Migration ${name} failed: ${messageOf(error)}`,
      'Nothing of it was applied unless it commits by itself. Mend the cause and start again.',
      { cause: error },
    );
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}
