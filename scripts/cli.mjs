// npm run cli -- COMMAND: Earshot's command line, with the service's settings and database. `agents`, `calls` and
// `tests` use a service over HTTP and need no database.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { LaunchError } from './lib/launch-error.mjs';
import { inProject, isBuiltAlready } from './lib/project.mjs';
import { runVisibly } from './lib/run-visibly.mjs';

const WITHOUT_DATABASE = new Set([undefined, 'agents', 'calls', 'help', 'tests']);
const words = process.argv.slice(2);
const needsDatabase =
  !WITHOUT_DATABASE.has(words[0]) &&
  !words.some((word) => ['--help', '-h', '--version', '-V'].includes(word));

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { loadDotEnv } = await import('./lib/dot-env.mjs');
    const { dataDir, openDatabase } = await import('./lib/launch/database.mjs');
    const { hasEmbeddedDatabase } = await import('./lib/postgres/data-folder.mjs');
    loadDotEnv();
    if (needsDatabase && !process.env.DATABASE_URL && !hasEmbeddedDatabase(dataDir())) {
      throw new LaunchError(
        `There is no database in ${dataDir()}, and DATABASE_URL is not set.`,
        'Start the service once (npm start), or give the command the DATABASE_URL or DATA_DIR of the service.',
      );
    }
    if (!isBuiltAlready()) {
      const { buildService } = await import('./lib/build/build-service.mjs');
      await buildService(progress);
    }
    const program = [inProject('dist', 'cli', 'main.js'), ...words];
    if (!needsDatabase) return runVisibly(program);
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
