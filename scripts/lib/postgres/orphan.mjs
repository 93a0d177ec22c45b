import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { commandLineOf, waitUntilGone } from '../processes.mjs';
import { clusterDirOf } from './cluster.mjs';

const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Ends a PostgreSQL that a killed service left running on this data. Committed data is safe: the next server recovers
 * if necessary.
 * @param {string} folder
 * @returns {Promise<boolean>} whether there was one
 */
export async function endOrphan(folder) {
  const pid = postmasterPid(folder);
  if (pid === undefined || !commandLineOf(pid).includes(clusterDirOf(folder))) return false;
  process.kill(pid, 'SIGINT');
  if (await waitUntilGone(pid, FAST_SHUTDOWN_MS)) return true;
  process.kill(pid, 'SIGQUIT');
  if (await waitUntilGone(pid, IMMEDIATE_SHUTDOWN_MS)) return true;
  throw new LaunchError(
    `A PostgreSQL that an earlier run left behind (process ${pid}) does not end.`,
    `End it with \`kill -QUIT ${pid}\`, then start again.`,
  );
}

/**
 * @param {string} folder
 * @returns {number | undefined} process id in the file that a running server keeps in its data folder
 */
function postmasterPid(folder) {
  try {
    const pid = Number(
      readFileSync(path.join(clusterDirOf(folder), 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
