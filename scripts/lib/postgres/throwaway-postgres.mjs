import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { giveTo, postgresAccount } from './account.mjs';
import { postgresBinaries } from './binaries.mjs';
import { initialiseCluster, startCluster } from './cluster.mjs';

/** Without durability: such a cluster never outlives the process that started it. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum_naptime=10min',
];

/**
 * Starts a PostgreSQL in a temporary folder for tests and tools. It is stopped, and its folder removed, on `stop()` and
 * whenever this process ends, even by `kill -9`.
 * @param {{ native?: string, locale?: readonly string[] }} [given] other programs than those of the dependencies, in a
 * folder that the account can reach, and their locale (see cluster.mjs)
 * @returns {Promise<import('./cluster.mjs').Cluster>}
 */
export async function startThrowawayPostgres(given = {}) {
  const account = postgresAccount();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-postgres-'));
  chmodSync(folder, 0o700);
  giveTo(account, folder);
  // A copy of the programs (needed if the account cannot read node_modules) is reused, so it is kept outside of the
  // folder.
  const native =
    given.native ?? postgresBinaries(account, path.join(os.tmpdir(), 'earshot-postgres-programs'));
  const options = {
    folder,
    native,
    account,
    settings: SETTINGS,
    ...(given.locale && { locale: given.locale }),
  };
  initialiseCluster(options, randomBytes(18).toString('base64url'));
  const cluster = await startCluster(options);
  const guard = startGuard(cluster.server.pid, folder);
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      guard.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A shell that waits for its standard input to close, which happens when this process ends, then kills the server
 * (SIGQUIT: immediately, without writing) and removes the folder.
 * @param {number | undefined} serverPid
 * @param {string} folder
 */
function startGuard(serverPid, folder) {
  const script = 'read -r _; kill -QUIT "$1" 2>/dev/null; sleep 1; rm -rf "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(serverPid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  });
  guard.stdin.on('error', () => {});
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  guard.unref();
  return { release: () => guard.kill('SIGKILL') };
}
