import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf, LaunchError, messageOf } from '../launch-error.mjs';
import { canUse, giveTo, postgresAccount } from './account.mjs';
import { clusterDirOf } from './cluster.mjs';

/** Folder of the database if it cannot be in DATA_DIR. */
const SYSTEM_DATA = '/var/lib/earshot';

/**
 * Chooses and creates the folder of the embedded database, and chooses the account that PostgreSQL runs under. The
 * folder is `postgres` in DATA_DIR, unless the account is a different one (because this process is root) and cannot
 * enter it, as in a home folder of mode 0700.
 * @param {string} dataDir absolute
 * @param {(message: string) => void} say
 * @returns {{ folder: string, account: import('./account.mjs').Account }}
 */
export function databaseFolder(dataDir, say) {
  const preferred = path.join(dataDir, 'postgres');
  const fallback = path.join(fallbackFolder(dataDir), 'postgres');

  // Data already in the fallback stays there, even if DATA_DIR is usable now.
  const isFallbackInUse = existsSync(clusterDirOf(fallback)) && !existsSync(clusterDirOf(preferred));
  if (!isFallbackInUse) {
    const account = postgresAccount(clusterDirOf(preferred));
    // Others may enter DATA_DIR but not list it; its contents have modes of their own.
    makeFolder(dataDir, account.ids.uid === undefined ? 0o700 : 0o711);
    makeFolder(preferred, 0o700, account);
    if (canUse(account, preferred)) return { folder: preferred, account };
    if (account.ids.uid === undefined || existsSync(clusterDirOf(preferred))) throw notOurs(preferred);
    rmdirSync(preferred);
  }
  const account = postgresAccount(clusterDirOf(fallback));
  makeFolder(path.dirname(fallback), 0o711);
  makeFolder(fallback, 0o700, account);
  if (!canUse(account, fallback)) throw notOurs(fallback);
  say(`User ${account.name}, who runs PostgreSQL, cannot reach ${dataDir}: the database lies in ${fallback}`);
  return { folder: fallback, account };
}

/**
 * @param {string} dataDir absolute
 * @returns {string} one folder for each data folder of this machine
 */
export function fallbackFolder(dataDir) {
  return path.join(SYSTEM_DATA, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
}

/**
 * @param {string} dataDir
 * @returns {boolean} whether a service has ever kept its data there
 */
export function hasEmbeddedDatabase(dataDir) {
  const absolute = path.resolve(dataDir);
  return [path.join(absolute, 'postgres'), path.join(fallbackFolder(absolute), 'postgres')].some((folder) =>
    existsSync(clusterDirOf(folder)),
  );
}

/**
 * @param {string} folder
 * @param {number} mode
 * @param {import('./account.mjs').Account} [account]
 */
function makeFolder(folder, mode, account) {
  try {
    mkdirSync(folder, { recursive: true, mode });
    if (account) giveTo(account, folder);
  } catch (error) {
    throw new LaunchError(
      `The data folder ${folder} cannot be made: ${whyNot(folder, error)}.`,
      'Set DATA_DIR to a folder that you may write to.',
      { cause: error },
    );
  }
}

/**
 * On a read-only disk, mkdir reports that the folder does not exist.
 * @param {string} folder
 * @param {unknown} error
 */
function whyNot(folder, error) {
  let parent = path.dirname(folder);
  while (!existsSync(parent)) parent = path.dirname(parent);
  try {
    accessSync(parent, constants.W_OK);
    return messageOf(error);
  } catch (refusal) {
    return codeOf(refusal) === 'EROFS'
      ? `${parent} is on a disk that cannot be written`
      : `this user may not write to ${parent}`;
  }
}

/** @param {string} folder */
const notOurs = (folder) =>
  new LaunchError(
    `The database folder ${folder} belongs to another user.`,
    'Run Earshot as the user who ran it first, or set DATA_DIR to another folder.',
  );
