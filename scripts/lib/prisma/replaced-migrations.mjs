import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';

/**
 * Older migrations that one migration replaces, by name with their checksums. `replaces.json` in its folder lists them.
 * @typedef {{ lastCommit: string, checksums: Readonly<Record<string, string>> }} Replaced
 */

/**
 * @param {string} folder of one migration
 * @returns {Replaced | undefined}
 */
export function readReplaced(folder) {
  const file = path.join(folder, 'replaces.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Whether a database has the replaced migrations.
 * @param {string} name of the migration that replaces them
 * @param {Replaced} replaced
 * @param {ReadonlyMap<string, string>} known checksums by name of the migrations that it has
 * @returns {boolean}
 * @throws LaunchError when it has only some of them
 */
export function hasReplaced(name, { lastCommit, checksums }, known) {
  const names = Object.keys(checksums);
  const present = names.filter((one) => known.has(one));
  const missing = names.filter((one) => !known.has(one));
  if (present.length === 0 || missing.length === 0) return present.length > 0;
  throw new LaunchError(
    `This database has only ${present.length} of the ${names.length} migrations that ${name} replaces.\n` +
      `It has ${present.join(', ')}.\nIt lacks ${missing.join(', ')}.`,
    `Back it up. Run commit ${lastCommit} on it once, which applies the missing ones, then this version:\n` +
      `  git checkout ${lastCommit}\n  npm start        # stop it with Ctrl-C when it is ready\n` +
      '  git checkout -\n  npm start',
  );
}

/**
 * Replaces the rows of the replaced migrations by the row that `prisma migrate resolve --applied` writes. One
 * statement, so it is atomic.
 * @param {import('pg').Client} client
 * @param {{ name: string, checksum: string, replaced: Replaced }} migration
 */
export async function replaceRows(client, { name, checksum, replaced }) {
  await client.query(
    `WITH replaced AS (DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1))
     INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at)
     VALUES ($2, $3, $4, '', now(), now())`,
    [Object.keys(replaced.checksums), randomUUID(), checksum, name],
  );
}
