// Builds the package: dist/index.js (one ES module) and its type declarations.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
rmSync(path.join(here, 'dist'), { recursive: true, force: true });

await build({
  entryPoints: [path.join(here, 'src', 'index.ts')],
  outfile: path.join(here, 'dist', 'index.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
});

const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
const types = spawnSync(process.execPath, [compiler, '-p', here], { stdio: 'inherit' });
process.exitCode = types.status ?? 1;
