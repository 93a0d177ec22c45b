// Builds the package into dist/: an ES module, a CommonJS module (cjs/), source maps and type declarations. The SDK
// beside it must have been built (`node ../build.mjs`): its declarations are read.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const dist = path.join(here, 'dist');
rmSync(dist, { recursive: true, force: true });

const common = {
  // Paths in source maps must not reveal the build folder.
  absWorkingDir: here,
  entryPoints: ['src/index.ts'],
  bundle: true,
  packages: 'external',
  jsx: 'automatic',
  // Server-rendering frameworks run it only in the browser.
  banner: { js: "'use client';" },
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
  logLevel: 'warning',
};
await build({ ...common, format: 'esm', outfile: 'dist/index.js' });
await build({ ...common, format: 'cjs', outfile: 'dist/cjs/index.js' });

const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
const types = spawnSync(process.execPath, [compiler, '-p', path.join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(types.status ?? 1);
mkdirSync(path.join(dist, 'cjs'), { recursive: true });
writeFileSync(path.join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
for (const file of readdirSync(dist)) {
  if (file.endsWith('.d.ts')) cpSync(path.join(dist, file), path.join(dist, 'cjs', file));
}
