import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} folder
 * @returns {string[]} paths of the files in it and below; links are left out
 */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(parentOf(entry), entry.name));
}

/**
 * Node before 20.12 calls it `path`.
 * @param {import('node:fs').Dirent & { path?: string }} entry
 */
const parentOf = (entry) => entry.parentPath ?? entry.path;
