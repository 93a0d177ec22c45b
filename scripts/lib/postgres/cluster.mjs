import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';
import { giveTo } from './account.mjs';

const START_TIMEOUT_MS = 60_000;
const START_ATTEMPTS = 3;

/**
 * A running PostgreSQL server.
 * @typedef {object} Cluster
 * @property {number} port on 127.0.0.1
 * @property {import('node:child_process').ChildProcess} server
 * @property {(database: string) => string} urlOf address of one of its databases for the superuser, with the
 * password in it
 * @property {() => Promise<void>} stop rolls back what runs, writes everything to disk, ends; safe to call twice
 */

/**
 * @typedef {object} ClusterOptions
 * @property {string} folder holds the cluster (`pg18`), its password and its log; belongs to the account
 * @property {string} native folder of the programs
 * @property {import('./account.mjs').Account} account
 * @property {readonly string[]} [settings] `name=value` of postgresql.conf
 * @property {number} [port] on 127.0.0.1; default: a free one
 * @property {readonly string[]} [locale] how initdb is told of it; default: BUILT_IN_LOCALE
 */

/** Sorts the same on every machine and needs no installed locale. Available since PostgreSQL 17. */
const BUILT_IN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Programs get a minimal environment: the caller's PGDATA, PGPORT and so on must not reach them. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** @param {string} folder */
export const clusterDirOf = (folder) => path.join(folder, 'pg18');
/** @param {string} folder */
const passwordFileOf = (folder) => path.join(folder, 'password');
/** @param {string} folder */
const logFileOf = (folder) => path.join(folder, 'postgres.log');

/**
 * Creates an empty cluster, unless there is one. An interrupted attempt leaves nothing that disturbs the next one.
 * @param {ClusterOptions} options
 * @param {string} password of the user `postgres`
 * @returns {boolean} whether it was made just now
 */
export function initialiseCluster({ folder, native, account, locale = BUILT_IN_LOCALE }, password) {
  const cluster = clusterDirOf(folder);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return false;
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFileOf(folder), `${password}\n`, { mode: 0o600 });
  giveTo(account, passwordFileOf(folder));
  const initdb = spawnSync(
    path.join(native, 'bin', 'initdb'),
    [
      ...['--pgdata', unfinished, '--username', 'postgres', '--auth', 'scram-sha-256'],
      ...['--pwfile', passwordFileOf(folder), '--encoding', 'UTF8', '--no-instructions'],
      ...locale,
    ],
    { ...account.ids, env: environment(), cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    refuseFullDisk(folder, initdb.stderr);
    throw new LaunchError(
      `PostgreSQL could not make its data folder ${cluster}: ${initdb.error?.message ?? initdb.stderr.trim()}`,
      'See that the disk has room and the folder can be written, or set DATABASE_URL to a server of your own.',
    );
  }
  renameSync(unfinished, cluster);
  return true;
}

/**
 * Starts the server on 127.0.0.1 and waits until it accepts connections.
 * @param {ClusterOptions} options
 * @returns {Promise<Cluster>}
 */
export async function startCluster(options) {
  for (let attempt = 1; ; attempt += 1) {
    const cluster = await tryToStart(options);
    if (cluster) return cluster;
    // Another process may have taken the free port before PostgreSQL did.
    const log = lastLinesOf(logFileOf(options.folder));
    refuseFullDisk(options.folder, log);
    if (attempt < START_ATTEMPTS && log.includes('Address already in use')) continue;
    throw new LaunchError(
      `PostgreSQL did not start. The end of its log:\n${log}`,
      `Read ${logFileOf(options.folder)}; or set DATABASE_URL to a server of your own.`,
    );
  }
}

/**
 * @param {string} folder
 * @param {string | null} words of PostgreSQL; null when it did not run
 * @throws {LaunchError} when that is what they come down to
 */
function refuseFullDisk(folder, words) {
  if (!words?.includes('No space left on device')) return;
  throw new LaunchError(
    `The disk that ${folder} is on is full: PostgreSQL cannot write its data.`,
    'Free a few hundred megabytes and start again (what was stored is safe), or set DATA_DIR to a folder on another disk.',
  );
}

/**
 * @param {ClusterOptions} options
 * @returns {Promise<Cluster | undefined>} undefined when the server ended or did not get ready in time
 */
async function tryToStart({ folder, native, account, settings = [], port: wantedPort }) {
  const port = wantedPort ?? (await freePort());
  const log = openSync(logFileOf(folder), 'w', 0o600);
  const server = spawn(
    path.join(native, 'bin', 'postgres'),
    [
      ...['-D', clusterDirOf(folder), '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // In a process group of its own, so that a Ctrl-C reaches only this process and the database stops last.
    { ...account.ids, env: environment(), cwd: folder, stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!isReady(folder, server.pid)) {
    if (hasEnded) return undefined;
    if (Date.now() > deadline) {
      server.kill('SIGKILL');
      return undefined;
    }
    await delay(20);
  }
  return {
    port,
    server,
    urlOf: urlMaker(folder, port),
    async stop() {
      // SIGINT is PostgreSQL's "fast shutdown": it disconnects clients without waiting.
      if (!hasEnded) server.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * @param {string} folder
 * @param {number} port
 * @returns {Cluster['urlOf']}
 */
function urlMaker(folder, port) {
  const password = readFileSync(passwordFileOf(folder), 'utf8').trim();
  return (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * @param {string} folder
 * @returns {number | undefined} port of a server that someone else has started on this folder
 */
export function portOfRunningCluster(folder) {
  const [, , , port] = pidFileLines(folder);
  return port === undefined ? undefined : Number(port);
}

/**
 * The server's state is in the eighth line of this file (pidfile.h); its own pg_ctl waits in the same way.
 * @param {string} folder
 * @param {number | undefined} pid
 */
function isReady(folder, pid) {
  const lines = pidFileLines(folder);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** @param {string} folder */
function pidFileLines(folder) {
  try {
    return readFileSync(path.join(clusterDirOf(folder), 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @param {string} file */
function lastLinesOf(file) {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-15).join('\n');
  } catch {
    return '(no log)';
  }
}
