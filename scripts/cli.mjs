// npm run cli -- COMMAND: Earshot's own command line, on the same settings and the same database as the service.
// `agents`, `calls` and `tests` talk to a service over HTTP and need no database.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject, isBuiltAlready } from './lib/project.mjs';
import { runVisibly } from './lib/run-visibly.mjs';

const OVER_HTTP = new Set(['agents', 'calls', 'tests']);

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { loadDotEnv } = await import('./lib/dot-env.mjs');
    const { openDatabase } = await import('./lib/launch/database.mjs');
    loadDotEnv();
    if (!isBuiltAlready()) {
      const { buildService } = await import('./lib/build/build-service.mjs');
      await buildService(progress);
    }
    const program = [inProject('dist', 'cli', 'main.js'), ...process.argv.slice(2)];
    if (OVER_HTTP.has(process.argv[2] ?? '')) return runVisibly(program);
    const database = await openDatabase(progress);
    process.env.DATABASE_URL = database.url;
    try {
      return await runVisibly(program);
    } finally {
      await database.close();
    }
  },
  { withTools: false },
);
