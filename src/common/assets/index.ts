import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that are read, not imported (WebAssembly, speech models). Located from the project's root, so that sources and
 * build use the same ones.
 */
const root = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Path of a project file, relative to the folder of `package.json`. */
export function projectFile(...path: readonly string[]): string {
  return join(root, ...path);
}

/** Version of Earshot; `npm run check` compares it with those of the studio and the client. */
export const { version: EARSHOT_VERSION } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
  version: string;
};

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No package.json above the program');
  return findRoot(parent);
}
