// npm run build:silero: compiles the kernel of a network (assets/silero). Its compiler is no dependency: this fetches
// it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

const COMPILER = 'assemblyscript@0.28.20';
const FEATURES = ['--enable', 'simd', '--enable', 'relaxed-simd'];

const [name = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-kernel-'));
/**
 * @param {string} program
 * @param {readonly string[]} its arguments
 */
const run = (program, its) => execFileSync(program, its, { cwd: folder, stdio: 'inherit' });
try {
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, COMPILER]);
  const source = inProject('assets', name, 'kernel.ts');
  const compiled = inProject('assets', name, 'kernel.wasm');
  const compiler = path.join(folder, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
  const options = ['-O3', '--noAssert', '--runtime', 'stub', ...FEATURES];
  run(process.execPath, [compiler, source, '--outFile', compiled, ...options]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
