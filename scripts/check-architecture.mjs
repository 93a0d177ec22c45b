// node scripts/check-architecture.mjs: checks that ARCHITECTURE.md and the modules' READMEs name only existing files; a
// step of `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from './lib/project.mjs';

const PATHS = /`([\w.-]+\/[\w./*-]*|[\w-]+\.ts)`/g;

/**
 * A path from the root, from src/ or from the page's folder; a file without a folder, or a pattern, may be in any.
 * @param {string} name
 * @param {string} folder
 */
const exists = (name, folder) =>
  [name, `src/${name}`, `${folder}/${name}`, `${folder}/**/${name}`].some(
    (pattern) => globSync(inProject(pattern)).length > 0,
  );

const pages = [
  { page: 'ARCHITECTURE.md', folder: 'src' },
  ...globSync('src/*/README.md', { cwd: inProject('.') }).map((page) => ({ page, folder: dirname(page) })),
];

for (const { page, folder } of pages) {
  const named = [...readFileSync(inProject(page), 'utf8').matchAll(PATHS)].map(([, name = '']) => name);
  const missing = [...new Set(named)].filter((name) => !exists(name, folder));
  if (missing.length === 0) continue;
  console.error(`${page} names what does not exist: ${missing.join(', ')}`);
  process.exitCode = 1;
}
