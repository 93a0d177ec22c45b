// node scripts/check-architecture.mjs: whether ARCHITECTURE.md names only what exists; a step of `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';

const text = readFileSync(inProject('ARCHITECTURE.md'), 'utf8');
const named = [...text.matchAll(/`([\w.-]+\/[\w./*-]*|[\w-]+\.ts)`/g)].map(([, name]) => name);

/** A path from the root or from src/; a file without a folder, or a pattern, may be in any room. */
const exists = (name) =>
  [name, `src/${name}`, `src/**/${name}`].some((pattern) => globSync(inProject(pattern)).length > 0);

const missing = [...new Set(named)].filter((name) => !exists(name));
if (missing.length > 0) {
  console.error(`ARCHITECTURE.md names what does not exist: ${missing.join(', ')}`);
  process.exitCode = 1;
}
