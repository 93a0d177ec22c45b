import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { loadDotEnv } from '../dot-env.mjs';
import { startThrowawayPostgres } from '../postgres/throwaway-postgres.mjs';
import { deployMigrations } from './deploy-migrations.mjs';
import { SchemaEngine } from './schema-engine.mjs';
import { inProject } from '../project.mjs';

const schemaDir = inProject('prisma', 'schema');
const migrationsDir = inProject('prisma', 'migrations');

const usage = `npm run db -- COMMAND

  new NAME            write a migration that takes the database from the last migration to prisma/schema
  diff [--exit-code]  print what is missing between the migrations and prisma/schema; with --exit-code: 2 if anything is
  deploy              apply the migrations that the database does not have (npm start does it by itself)
  status              say whether the database's record of migrations agrees with prisma/migrations

new and diff try things out in a scratch database, on DATABASE_URL's server or, without one, on a throw-away PostgreSQL.
deploy and status need DATABASE_URL.`;

/** Runs a piece of work with an address of a server on which databases may be made. */
async function withScratchServer(work) {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const cluster = await startThrowawayPostgres();
  try {
    return await work(cluster.urlOf('postgres'));
  } finally {
    await cluster.stop();
  }
}

async function withEngine(databaseUrl, work) {
  const engine = await SchemaEngine.create({ databaseUrl, schemaDir, migrationsDir });
  try {
    return await work(engine);
  } catch (error) {
    if (!error.message?.includes('Error validating')) throw error;
    throw new LaunchError(error.message.trim(), 'Mend the schema in prisma/schema.', { cause: error });
  } finally {
    engine.close();
  }
}

const missing = () => withScratchServer((url) => withEngine(url, (engine) => engine.diff()));

function databaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  throw new LaunchError(
    'There is no DATABASE_URL.',
    'Set it to the database that you mean, for instance DATABASE_URL=postgresql://user:password@localhost:5432/earshot. ' +
      'The embedded database needs no command: `npm start` migrates it.',
  );
}

async function writeMigration(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? '')) {
    throw new LaunchError(
      'A migration needs a name of small letters, digits and underscores.',
      'For instance `npm run db -- new add_webhooks`.',
    );
  }
  const sql = await missing();
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

async function printDiff(exitCodeWanted) {
  const sql = await missing();
  if (sql === undefined) return console.log('The migrations and the schema agree.');
  console.log(sql);
  if (exitCodeWanted) {
    console.error('prisma/schema has changes that no migration makes. Run `npm run db -- new NAME`.');
    return 2;
  }
}

async function deploy() {
  const applied = await deployMigrations(databaseUrl());
  console.log(applied.length === 0 ? 'Nothing to apply.' : `Applied: ${applied.join(', ')}`);
}

async function printStatus() {
  const { history, failed, edited } = await withEngine(databaseUrl(), (engine) => engine.diagnose());
  if (history === null && failed.length === 0 && edited.length === 0) {
    return console.log('The database has all migrations.');
  }
  console.log(JSON.stringify({ history, failed, edited }, null, 2));
  return 2;
}

/**
 * @param {string[]} words of the command line
 * @returns {Promise<number | void>} exit code
 */
export async function runDbCommand([command, ...options]) {
  loadDotEnv();
  if (command === 'new') return writeMigration(options[0]);
  if (command === 'diff') return printDiff(options.includes('--exit-code'));
  if (command === 'deploy') return deploy();
  if (command === 'status') return printStatus();
  console.log(usage);
  return command === undefined || command === 'help' ? 0 : 1;
}
