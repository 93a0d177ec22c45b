import pg from 'pg';
import { startThrowawayPostgres } from '../../scripts/lib/postgres/throwaway-postgres.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';

const TEMPLATE = 'earshot_template';

/** A third of the work, where a checkpoint costs nothing because nothing need last. */
const BY_FILE = 'STRATEGY FILE_COPY';

/**
 * Runs once before all suites that need a database: one PostgreSQL for all of them (TEST_DATABASE_URL if that is
 * set, a user who may create databases) with a migrated template that `createTestDatabase()` copies.
 */
export default async function globalSetup() {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startThrowawayPostgres();
  globalThis.earshotTestCluster = cluster;

  const adminUrl = given ?? cluster.urlOf('postgres');
  await makeTemplate(adminUrl);
  process.env.EARSHOT_TEST_ADMIN_URL = adminUrl;
  process.env.EARSHOT_TEST_TEMPLATE = TEMPLATE;
  if (cluster) process.env.EARSHOT_TEST_COPYING = BY_FILE;
}

async function makeTemplate(adminUrl) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  await deployMigrations(url.href);
}
