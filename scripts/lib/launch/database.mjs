import path from 'node:path';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '../postgres/embedded-postgres.mjs';
import { deployMigrations } from '../prisma/deploy-migrations.mjs';
import { inProject } from '../project.mjs';

/** @returns {string} the folder of what must survive a restart, absolute */
export function dataDir() {
  return path.resolve(inProject(), process.env.DATA_DIR || '.data');
}

/**
 * Gives a tool the service's database, whether or not the service is running: that of DATABASE_URL, the embedded server
 * of the running service, or a temporarily started embedded server.
 * @param {import('../progress.mjs').Progress} progress
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function openDatabase(progress) {
  const url = process.env.DATABASE_URL || runningEmbeddedUrl(dataDir());
  if (url) return { url, close: async () => {} };
  const database = await startEmbeddedPostgres({ dataDir: dataDir(), say: progress.say });
  await deployMigrations(database.url);
  return { url: database.url, close: () => database.stop() };
}
