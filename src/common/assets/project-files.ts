import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that are read, not imported (WebAssembly, speech models). Located from the project's root, so that sources and
 * build use the same ones.
 */
const root = findRoot(dirname(fileURLToPath(import.meta.url)));
const resolver = createRequire(join(root, 'package.json'));

/** Path of a project file, relative to the folder of `package.json`. */
export function projectFile(...path: readonly string[]): string {
  return join(root, ...path);
}

/**
 * Path of a file inside an installed package, whether the package exports it or not.
 * @throws Error when the package isn't installed.
 */
export function packageFile(packageName: string, ...path: readonly string[]): string {
  for (const folder of resolver.resolve.paths(packageName) ?? []) {
    const packageRoot = join(folder, packageName);
    if (existsSync(join(packageRoot, 'package.json'))) return join(packageRoot, ...path);
  }
  throw new Error(`The package ${packageName} is not installed: run npm ci`);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No package.json above the program');
  return findRoot(parent);
}
