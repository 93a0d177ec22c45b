import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { compiledPath, compileTools } from '../../../scripts/lib/build/tool-code.mjs';
import { startThrowawayPostgres } from '../../../scripts/lib/postgres/throwaway-postgres.mjs';
import { deployMigrations } from '../../../scripts/lib/prisma/deploy-migrations.mjs';

const TEMPLATE = 'earshot_template';
const SHARED = 'earshot_shared';

/** A third of the work, where a checkpoint costs nothing because nothing need last. */
const BY_FILE = 'STRATEGY FILE_COPY';

/**
 * Runs once before all suites that need a service: one PostgreSQL for all of them (TEST_DATABASE_URL if that is set, a
 * user who may create databases) with a migrated template that `createTestDatabase()` copies, and one service that
 * suites share (`sharedApp()`).
 */
export default async function globalSetup() {
  await compileTools();
  const given = process.env.TEST_DATABASE_URL ?? '';
  const cluster = given === '' ? await startThrowawayPostgres() : undefined;
  const adminUrl = cluster?.urlOf('postgres') ?? given;
  const copying = cluster ? BY_FILE : '';
  await makeTemplate(adminUrl, copying);
  process.env.EARSHOT_TEST_ADMIN_URL = adminUrl;
  process.env.EARSHOT_TEST_TEMPLATE = TEMPLATE;
  process.env.EARSHOT_TEST_COPYING = copying;
  const service = await startSharedService(databaseUrl(adminUrl, SHARED));
  const stopTestServices = async () => {
    await service.close();
    await cluster?.stop();
  };
  Object.assign(globalThis, { stopTestServices });
}

/**
 * @param {string} adminUrl
 * @param {string} copying
 */
async function makeTemplate(adminUrl, copying) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await admin.query(`DROP DATABASE IF EXISTS ${SHARED} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    await deployMigrations(databaseUrl(adminUrl, TEMPLATE));
    await admin.query(`CREATE DATABASE ${SHARED} TEMPLATE ${TEMPLATE} ${copying}`);
  } finally {
    await admin.end();
  }
}

/** @param {string} url */
async function startSharedService(url) {
  const { startService } = await import(compiledPath('test/support/service/start.ts'));
  const { SHARED_OVERRIDES, SHARED_SETTINGS, testSettings } = await import(
    compiledPath('test/support/service/settings.ts')
  );
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-test-'));
  const { baseUrl, controlUrl, close } = await startService(
    { ...testSettings(url, dataDir), ...SHARED_SETTINGS },
    SHARED_OVERRIDES,
  );
  process.env.EARSHOT_TEST_SERVICE = JSON.stringify({ baseUrl, controlUrl, databaseUrl: url, dataDir });
  return {
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} adminUrl
 * @param {string} name
 */
function databaseUrl(adminUrl, name) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
