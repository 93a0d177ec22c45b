import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../launch-error.mjs';
import { postgresBinaries } from './binaries.mjs';
import { initialiseCluster, portOfRunningCluster, startCluster } from './cluster.mjs';
import { databaseFolder, fallbackFolder } from './data-folder.mjs';
import { claimDataFolder, isClaimed } from './data-lock.mjs';
import { endOrphan } from './orphan.mjs';
import { ensureServiceDatabase, serviceUrls } from './service-role.mjs';

const DATABASE = 'earshot';
const RESTART_PAUSE_MS = 500;
const RESTART_ATTEMPTS = 20;

/** The service is the only client: a modest server that never trades durability for speed. */
const SETTINGS = [
  'max_connections=100',
  'shared_buffers=128MB',
  'synchronous_commit=on',
  // Containers often have a tiny /dev/shm, which parallel queries would need.
  'max_parallel_workers_per_gather=0',
  'log_checkpoints=off',
];

/** @param {string} folder */
const claimFileOf = (folder) => path.join(folder, 'owner.json');

/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url address of the service's database for its owner, who is no superuser; stays the same
 * across restarts
 * @property {string} folder where the data is
 * @property {number} port
 * @property {() => number | undefined} serverPid
 * @property {() => Promise<void>} stop safe to call twice
 * @property {() => void} kill ends the server at once; the next start recovers
 */

/**
 * Starts the bundled PostgreSQL on the data in DATA_DIR: creates it on the first start, ends an orphan of a killed run,
 * and restarts the server if it dies.
 * @param {{ dataDir: string, say?: (message: string) => void }} options
 * @returns {Promise<EmbeddedPostgres>}
 */
export async function startEmbeddedPostgres({ dataDir, say = () => {} }) {
  const absoluteDataDir = path.resolve(dataDir);
  const { folder, account } = databaseFolder(absoluteDataDir, say);
  const native = postgresBinaries(account, fallbackFolder(absoluteDataDir), say);
  const claim = claimDataFolder(claimFileOf(folder), folder);
  const options = { folder, native, account, settings: SETTINGS };
  try {
    if (await endOrphan(folder)) say('Ended the PostgreSQL that an earlier run had left behind');
    initialiseCluster(options, randomBytes(18).toString('base64url'));
    const cluster = await startCluster(options);
    const urlOf = await ensureServiceDatabase(cluster, options, DATABASE);
    return supervise(cluster, { ...options, url: urlOf(DATABASE) }, claim, say);
  } catch (error) {
    claim.release();
    throw error;
  }
}

/**
 * @param {string} dataDir
 * @returns {string | undefined} address of the embedded server's database, if a service that uses this data is running
 */
export function runningEmbeddedUrl(dataDir) {
  const { folder } = databaseFolder(path.resolve(dataDir), () => {});
  if (!isClaimed(claimFileOf(folder))) return undefined;
  const port = portOfRunningCluster(folder);
  return port === undefined ? undefined : serviceUrls(folder, port)(DATABASE);
}

/**
 * @param {import('./cluster.mjs').Cluster} first
 * @param {import('./cluster.mjs').ClusterOptions & { url: string }} options
 * @param {{ release: () => void }} claim
 * @param {(message: string) => void} say
 * @returns {EmbeddedPostgres}
 */
function supervise(first, options, claim, say) {
  let cluster = first;
  let isStopping = false;
  let restarting = Promise.resolve();

  const watch = () => cluster.server.once('exit', () => (isStopping ? undefined : (restarting = restart())));

  async function restart() {
    say('The embedded PostgreSQL ended unexpectedly: starting it again');
    for (let attempt = 1; !isStopping; attempt += 1) {
      // Processes of the dead server may take a moment to notice; until then the data is in use.
      await delay(RESTART_PAUSE_MS);
      try {
        cluster = await startCluster({ ...options, port: first.port });
        say('The embedded PostgreSQL is back');
        watch();
        return;
      } catch (error) {
        if (attempt < RESTART_ATTEMPTS) continue;
        say(`The embedded PostgreSQL does not come back: ${messageOf(error)}`);
        return;
      }
    }
  }

  watch();
  return {
    url: options.url,
    folder: options.folder,
    port: first.port,
    serverPid: () => cluster.server.pid,
    async stop() {
      isStopping = true;
      await restarting;
      await cluster.stop();
      claim.release();
    },
    kill() {
      isStopping = true;
      cluster.server.kill('SIGQUIT');
      claim.release();
    },
  };
}
