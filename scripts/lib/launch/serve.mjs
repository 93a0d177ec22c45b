import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadDotEnv } from '../dot-env.mjs';
import { describeFailure, LaunchError } from '../launch-error.mjs';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.mjs';
import { deployMigrations } from '../prisma/deploy-migrations.mjs';
import { elapsed } from '../progress.mjs';
import { inProject } from '../project.mjs';
import { dataDir } from './database.mjs';
import { explainFailure } from './explain-failure.mjs';
import { listenForStopRequests } from './stop-requests.mjs';
import { outliveTerminal } from './terminal.mjs';
import { waitForPostgres } from './wait-for-postgres.mjs';
import { openWaitingRoom } from './waiting-room.mjs';

/**
 * What `dist/main.js` gives us, and `dist/cluster/processes/index.js`, which runs it several times.
 * @typedef {{ baseUrl: string, demo?: { signInUrl: string, file: string, sipUri?: string } }} Addresses
 * @typedef {{ close(): Promise<void>, readonly addresses: Addresses, readonly faulted: Promise<void> }} Service
 * @typedef {{ address: { host: string, port: number }, run: () => Promise<Service> }} Program
 */

/**
 * Runs the service until it is asked to stop: database, migrations, then the service; on shutdown the service first and
 * the database last. Ends the process: with 0 after a clean stop, 1 after an error, 130 when forced.
 * @param {{ progress: import('../progress.mjs').Progress, startedAtMs: number, overrides?: object }} options
 * `overrides`: constants that a test changes
 */
export async function serve({ progress, startedAtMs, overrides = {} }) {
  loadDotEnv();
  // The voice activity model's runtime would send telemetry, and keep a queue in the home folder.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  /** @type {import('../postgres/embedded-postgres.mjs').EmbeddedPostgres | undefined} */
  let database;
  /** @type {Service | undefined} */
  let service;
  let isStopping = false;
  let hasFaulted = false;

  /** @param {{ host: string, port: number }} address where the service will listen */
  async function openDatabase(address) {
    const given = process.env.DATABASE_URL;
    if (given) {
      await waitForPostgres(given, {
        say: progress.say,
        isStopping: () => isStopping,
        openWaitingRoom: () => openWaitingRoom(address),
      });
      return given;
    }
    database = await progress.step('Starting the embedded PostgreSQL', () =>
      startEmbeddedPostgres({ dataDir: dataDir(), say: progress.say }),
    );
    process.env.DATABASE_URL = database.url;
    return database.url;
  }

  async function start() {
    const program = await loadProgram(progress.say, overrides);
    const databaseUrl = await openDatabase(program.address);
    if (isStopping) return;
    const applied = await deployMigrations(databaseUrl);
    if (applied.length > 0) progress.say(`Database: ${applied.length} migration(s) applied`);
    if (isStopping) return;
    service = await program.run();
    // The supervisor restarts the process when it ends with 1; running calls are drained first.
    void service.faulted.then(() => {
      hasFaulted = true;
      requests.stopOnce('an error that nobody caught');
    });
    if (!isStopping) announce(progress, service.addresses, Date.now() - startedAtMs);
  }

  /** @param {string} reason */
  async function stop(reason) {
    progress.say(`Stopping (${reason}). Once more forces it.`);
    let exitCode = hasFaulted ? 1 : 0;
    // Waits for a start in progress, so that nothing it creates is left behind.
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

  const requests = listenForStopRequests({
    stop: (reason) => {
      isStopping = true;
      void stop(reason);
    },
    force,
  });
  outliveTerminal(() => requests.stopOnce('the terminal is gone'));
  const starting = start();
  try {
    await starting;
  } catch (error) {
    if (isStopping) return;
    await database?.stop();
    throw explainFailure(error);
  }
}

/**
 * A single process runs the whole service; with several, this one runs none of it.
 * @param {(message: string) => void} say
 * @param {object} overrides
 * @returns {Promise<Program>}
 */
async function loadProgram(say, overrides) {
  const load = (/** @type {string[]} */ ...names) => import(pathToFileURL(inProject('dist', ...names)).href);
  if (!existsSync(inProject('dist', 'main.js')))
    throw new LaunchError('The service has not been built.', 'Run `npm start`, or `npm run build` first.');
  const { checkSettings, runProcesses } = await load('cluster', 'processes', 'index.js');
  const { host, port, count } = checkSettings(process.env);
  if (count > 1) return { address: { host, port }, run: () => runProcesses(process.env, overrides, say) };
  const { run } = await load('main.js');
  return { address: { host, port }, run: () => run(process.env, overrides) };
}

/**
 * The summary of a start: where to call. The page's URL contains the demo's API key, which must not be logged.
 * @param {import('../progress.mjs').Progress} progress
 * @param {Addresses} addresses
 * @param {number} tookMs
 */
function announce(progress, { baseUrl, demo }, tookMs) {
  if (!progress.isTerminal) {
    progress.say('Earshot is ready', { baseUrl, demoFile: demo?.file, sipUri: demo?.sipUri, tookMs });
    return;
  }
  const lines = [
    '',
    `Earshot is ready after ${elapsed(tookMs)}.`,
    '',
    ...(demo
      ? [
          `  Call the demo agent   ${demo.signInUrl}`,
          '                        (good once; npm run cli -- people makes others)',
        ]
      : [`  Address               ${baseUrl}`]),
    ...(demo?.sipUri ? [`  ... by softphone      ${demo.sipUri}`] : []),
    `  HTTP API              ${baseUrl}/docs`,
    ...(demo ? [`  Keys and tokens       ${path.relative(process.cwd(), demo.file)}`] : []),
    '',
    'Ctrl-C stops it. What happens from now on is shown below.',
  ];
  for (const line of lines) progress.say(line);
}
