// npm run start:dev: runs the service, and compiles and restarts it when a file in src/ changes.
// npm run start:debug: the same with Node's inspector.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';
import { ensureMediaWorker } from './media-worker/ensure-worker.mjs';

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { buildStudioIfChanged } = await import('./lib/build/build-service.mjs');
    const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
    const { loadDotEnv } = await import('./lib/dot-env.mjs');
    const { openDatabase } = await import('./lib/launch/database.mjs');
    const { watchService } = await import('./lib/launch/watch-service.mjs');
    loadDotEnv();
    await ensureMediaWorker(progress);
    await ensurePrismaClient(progress);
    await progress.step('Building the studio', buildStudioIfChanged);
    // Opened here, so that an embedded database survives the restarts.
    const database = await openDatabase(progress);
    process.env.DATABASE_URL = database.url;
    process.env.SEED_DEMO ||= 'true';
    process.env.CALL_DRAIN_TIMEOUT_MS ||= '0';
    process.env.NODE_COMPILE_CACHE ||= inProject('.cache', 'node');
    try {
      await watchService(['--enable-source-maps', ...process.argv.slice(2)]);
    } finally {
      await database.close();
      if (process.connected) process.disconnect();
    }
  },
  { withMediaWorker: true },
);
