// Builds both packages and packs them into the given folder as earshot-client.tgz and earshot-react.tgz: they are in no
// registry. Each installs its own build tools first, unless a parent folder has them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const target = path.resolve(process.argv[2] ?? '.');
const client = import.meta.dirname;

/**
 * @param {string} folder
 * @param {string[]} tools
 */
function hasTools(folder, tools) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  try {
    for (const tool of tools) resolve(`${tool}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function npm(folder, args) {
  const { status, error } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args[0]} failed in ${folder}`, { cause: error });
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string[]} tools
 */
function pack(folder, name, tools) {
  if (!hasTools(folder, tools)) npm(folder, ['install', '--no-package-lock', '--no-audit', '--no-fund']);
  // A sibling folder, so that the file can be renamed into place.
  const packed = mkdtempSync(path.join(target, '.pack-'));
  npm(folder, ['pack', '--silent', '--pack-destination', packed]);
  const [file = ''] = readdirSync(packed);
  renameSync(path.join(packed, file), path.join(target, name));
  rmSync(packed, { recursive: true });
}

// The second one reads the declarations of the first.
pack(client, 'earshot-client.tgz', ['esbuild', 'typescript']);
pack(path.join(client, 'react'), 'earshot-react.tgz', ['esbuild', 'typescript', '@types/react']);
