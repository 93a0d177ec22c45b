import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadDotEnv } from '../dot-env.mjs';
import { describeFailure, LaunchError } from '../launch-error.mjs';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.mjs';
import { deployMigrations } from '../prisma/deploy-migrations.mjs';
import { elapsed } from '../progress.mjs';
import { inProject } from '../project.mjs';
import { dataDir } from './database.mjs';
import { listenForStopRequests } from './stop-requests.mjs';

/** What `dist/main.js` gives us. @typedef {{ close(): Promise<void>, describe(): string[] }} Service */

/**
 * Runs the service until it is asked to stop: database, migrations, then the service; on the way out the service first and the
 * database last. Ends the process: with 0 after a clean stop, with 1 when something went wrong on the way, with 130 when forced.
 * @param {{ progress: import('../progress.mjs').Progress, startedAtMs: number }} options
 */
export async function serve({ progress, startedAtMs }) {
  loadDotEnv();
  // The runtime of the voice activity model would report to its maker, and keep a queue in the home folder.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  /** @type {import('../postgres/embedded-postgres.mjs').EmbeddedPostgres | undefined} */
  let database;
  /** @type {Service | undefined} */
  let service;
  let isStopping = false;

  async function start() {
    if (!process.env.DATABASE_URL) {
      database = await progress.step('Starting the embedded PostgreSQL', () =>
        startEmbeddedPostgres({ dataDir: dataDir(), say: progress.say }),
      );
      process.env.DATABASE_URL = database.url;
    }
    if (isStopping) return;
    const applied = await deployMigrations(process.env.DATABASE_URL);
    if (applied.length > 0) progress.say(`Database: ${applied.length} migration(s) applied`);
    if (isStopping) return;
    service = await startService();
    if (isStopping) return;
    for (const line of service.describe()) progress.say(line);
    progress.say(`Ready after ${elapsed(Date.now() - startedAtMs)}. Ctrl-C stops it.`);
  }

  async function stop(reason) {
    progress.say(`Stopping (${reason}). Once more forces it.`);
    let exitCode = 0;
    // A start that is under way is waited for, so that nothing it makes is left behind.
    await starting.catch(() => {});
    for (const part of [() => service?.close(), () => database?.stop()]) {
      try {
        await part();
      } catch (error) {
        console.error(describeFailure(error));
        exitCode = 1;
      }
    }
    progress.say('Stopped.');
    process.exit(exitCode);
  }

  function force() {
    console.error('Stopping at once.');
    database?.kill();
    process.exit(130);
  }

  const starting = start();
  listenForStopRequests({
    stop: (reason) => {
      isStopping = true;
      void stop(reason);
    },
    force,
  });
  try {
    await starting;
  } catch (error) {
    if (isStopping) return;
    await database?.stop();
    throw explain(error);
  }
}

/** @returns {Promise<Service>} */
async function startService() {
  const entry = inProject('dist', 'main.js');
  if (!existsSync(entry))
    throw new LaunchError(`There is no ${entry}.`, 'Run `npm start`, or `npm run build` first.');
  const { run } = await import(pathToFileURL(entry).href);
  return run(process.env);
}

function explain(error) {
  if (error?.name === 'ConfigError') {
    return new LaunchError(
      error.message,
      'Correct these settings, in the environment or in .env; .env.example explains each.',
    );
  }
  if (error?.code === 'EADDRINUSE') {
    return new LaunchError(
      `Port ${error.port ?? ''} is in use${error.address ? ` on ${error.address}` : ''}: by another Earshot, or by another program.`,
      'Stop that one, or give this one another port: `PORT=3001 npm start` (0 takes a free one).',
      { cause: error },
    );
  }
  return error;
}
