import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/**
 * The account that PostgreSQL runs under. PostgreSQL refuses to run as root; as anyone else it runs as that user.
 * @typedef {{ readonly name: string, readonly ids: { readonly uid?: number, readonly gid?: number } }} Account
 */

/** The uid of `nobody` on practically every system. */
const NOBODY = 65_534;

/**
 * @param {string} [cluster] data folder of PostgreSQL; if it exists, root goes on with the account that owns it
 * @returns {Account}
 */
export function postgresAccount(cluster) {
  if (process.getuid?.() !== 0) return { name: 'this user', ids: {} };
  const owner = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    const name = lookUp(String(owner.uid))?.name ?? `number ${owner.uid}`;
    return { name, ids: { uid: owner.uid, gid: owner.gid } };
  }
  const nobody = { name: 'nobody', ids: { uid: NOBODY, gid: NOBODY } };
  return lookUp('postgres') ?? lookUp('nobody') ?? nobody;
}

/**
 * @param {string} nameOrNumber
 * @returns {Account | undefined} the account of a name or number, where the system knows it
 */
function lookUp(nameOrNumber) {
  const entry = spawnSync('getent', ['passwd', nameOrNumber], { encoding: 'utf8' });
  if (entry.status !== 0) return undefined;
  const [name = nameOrNumber, , uid, gid] = entry.stdout.split(':');
  return { name, ids: { uid: Number(uid), gid: Number(gid) } };
}

/**
 * Changes the owner of a file or folder. Does nothing if PostgreSQL runs as the current user.
 * @param {Account} account
 * @param {string} path
 */
export function giveTo(account, path) {
  const { uid, gid } = account.ids;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/**
 * Whether the account can enter and write to a folder: tested by trying, because it depends on parent folders, mount
 * options and security modules.
 * @param {Account} account
 * @param {string} folder
 */
export function canUse(account, folder) {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], {
    ...account.ids,
    cwd: '/',
    stdio: 'ignore',
  });
  return attempt.status === 0;
}
