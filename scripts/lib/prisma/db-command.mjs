import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError, messageOf } from '../launch-error.mjs';
import { loadDotEnv } from '../dot-env.mjs';
import { startThrowawayPostgres } from '../postgres/throwaway-postgres.mjs';
import { SchemaEngine } from './schema-engine.mjs';
import { inProject } from '../project.mjs';

const schemaDir = inProject('prisma', 'schema');
const migrationsDir = inProject('prisma', 'migrations');

const usage = `npm run db -- COMMAND

  new NAME            write a migration that takes the database from the last migration to prisma/schema
  diff [--exit-code]  print what is missing between the migrations and prisma/schema; with --exit-code: 2 if anything is

Both run without the engine that \`npx prisma migrate\` downloads. They use a scratch database on the server of
DATABASE_URL or, without one, on a temporary PostgreSQL.`;

/**
 * Runs work with the address of a server on which databases may be created.
 * @template T
 * @param {(databaseUrl: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withScratchServer(work) {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const cluster = await startThrowawayPostgres();
  try {
    return await work(cluster.urlOf('postgres'));
  } finally {
    await cluster.stop();
  }
}

/** @param {string} databaseUrl */
async function diffOn(databaseUrl) {
  const engine = await SchemaEngine.create({ databaseUrl, schemaDir, migrationsDir });
  try {
    return await engine.diff();
  } catch (error) {
    const message = messageOf(error);
    if (!message.includes('Error validating')) throw error;
    throw new LaunchError(message.trim(), 'Fix the schema in prisma/schema.', { cause: error });
  } finally {
    engine.close();
  }
}

/** @param {string | undefined} name */
async function writeMigration(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? '')) {
    throw new LaunchError(
      'A migration needs a name of small letters, digits and underscores.',
      'For instance `npm run db -- new add_webhooks`.',
    );
  }
  const sql = await withScratchServer(diffOn);
  if (sql === undefined)
    return console.log('The migrations and the schema agree: there is nothing to write.');
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrationsDir, `${timestamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'migration.sql'), sql);
  console.log(
    `Wrote ${path.relative(process.cwd(), path.join(folder, 'migration.sql'))}. Read it before you commit it.`,
  );
}

/** @param {boolean} exitCodeWanted */
async function printDiff(exitCodeWanted) {
  const sql = await withScratchServer(diffOn);
  if (sql === undefined) return console.log('The migrations and the schema agree.');
  console.log(sql);
  if (exitCodeWanted) {
    console.error('prisma/schema has changes that no migration makes. Run `npm run db -- new NAME`.');
    return 2;
  }
}

/**
 * @param {string[]} words of the command line
 * @returns {Promise<number | void>} exit code
 */
export async function runDbCommand([command, ...options]) {
  loadDotEnv();
  if (command === 'new') return writeMigration(options[0]);
  if (command === 'diff') return printDiff(options.includes('--exit-code'));
  console.log(usage);
  return command === undefined || command === 'help' ? 0 : 1;
}
