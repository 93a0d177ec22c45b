// Builds the package into dist/: an ES module, a CommonJS module (cjs/) and a script for pages (earshot.global.js, as
// `Earshot`), each with a source map, and the type declarations.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const dist = path.join(here, 'dist');
rmSync(dist, { recursive: true, force: true });

/** @type {import('esbuild').BuildOptions} */
const common = {
  // Paths in source maps must not reveal the build folder.
  absWorkingDir: here,
  entryPoints: ['src/index.ts'],
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
  logLevel: 'warning',
};
await build({ ...common, format: 'esm', outfile: 'dist/index.js' });
await build({ ...common, format: 'cjs', outfile: 'dist/cjs/index.js' });
await build({
  ...common,
  format: 'iife',
  globalName: 'Earshot',
  minify: true,
  outfile: 'dist/earshot.global.js',
});

const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
const types = spawnSync(process.execPath, [compiler, '-p', here], { stdio: 'inherit' });
if (types.status !== 0) process.exit(types.status ?? 1);
// In a folder marked as CommonJS, TypeScript treats the same declarations as those of a CommonJS module.
mkdirSync(path.join(dist, 'cjs'), { recursive: true });
writeFileSync(path.join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
for (const file of readdirSync(dist)) {
  if (file.endsWith('.d.ts')) cpSync(path.join(dist, file), path.join(dist, 'cjs', file));
}
