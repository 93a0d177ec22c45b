// npm run check: all static checks. All steps run, so that all findings are shown; two at a time. Unchanged parts are
// skipped by the caches in .cache/check.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';
import { elapsed } from './lib/progress.mjs';

/** @typedef {[name: string, nodeArguments: readonly string[]]} Step */

/** @param {string} name */
const cached = (name) => inProject('.cache', 'check', name);
/** @param {string[]} parts */
const program = (...parts) => inProject('node_modules', ...parts);

/**
 * Typed rules keep all files of a program in memory, so each part of the code is linted separately.
 * @param {string} name
 * @param {string[]} paths
 * @returns {Step}
 */
const lint = (name, ...paths) => [
  `lint of ${name}`,
  [
    '--max-old-space-size=2048',
    program('eslint', 'bin', 'eslint.js'),
    ...[
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      cached(`eslint-${name.replaceAll(' ', '-')}`),
    ],
    ...paths,
  ],
];

/**
 * @param {string} name
 * @param {string} folder
 * @returns {Step}
 */
const types = (name, folder) => [
  `types of ${name}`,
  [
    program('typescript', 'bin', 'tsc'),
    ...[
      '-p',
      folder,
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      cached(`types-${name.replaceAll(' ', '-')}.json`),
    ],
  ],
];

/**
 * Longest first.
 * @type {readonly Step[]}
 */
const STEPS = [
  lint('src', 'src'),
  types('the service', 'tsconfig.json'),
  types('tests and benches', 'test'),
  lint('tests', 'test'),
  lint('benches', 'bench'),
  lint('pages', 'client', 'studio', 'examples', 'scripts', '*.{ts,mjs}'),
  [
    'unused files, exports and dependencies',
    [program('knip', 'bin', 'knip.js'), '--no-progress', '--cache', '--cache-location', cached('knip')],
  ],
  [
    'format',
    [
      program('prettier', 'bin', 'prettier.cjs'),
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      cached('prettier'),
      '.',
    ],
  ],
  types('the browser SDK', 'client'),
  types('the widget', 'client/widget'),
  types('the React package', 'client/react'),
  types('the studio', 'studio'),
  types('scripts', 'scripts'),
  ['boundaries', [program('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), 'src']],
  ['links and files of pages', [inProject('scripts', 'check-architecture.mjs')]],
  ['tables of modules', [inProject('scripts', 'check-tables.mjs')]],
  ['wording', [inProject('scripts', 'check-wording.mjs')]],
  ['API document', [inProject('scripts', 'lint-api.mjs')]],
  ['packages', [inProject('scripts', 'check-packages.mjs')]],
  // Also validates the schema.
  ['schema and migrations', [inProject('scripts', 'db.mjs'), 'diff', '--exit-code']],
];

/**
 * Runs a step and prints its output when it has ended.
 * @param {Step} step
 * @returns {Promise<boolean>} whether it is good
 */
function run([name, nodeArguments]) {
  const beganMs = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, nodeArguments, {
      cwd: inProject(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (status) => {
      console.log(`\n--- ${name} (${elapsed(Date.now() - beganMs)})${output && `\n${output.trimEnd()}`}`);
      resolve(status === 0);
    });
  });
}

await bootstrap(fileURLToPath(import.meta.url), async (progress) => {
  const { ensurePrismaClient } = await import('./lib/build/prisma-client.mjs');
  await ensurePrismaClient(progress);
  /** @type {string[]} */
  const failed = [];
  const waiting = STEPS.values();
  const takeTurns = async () => {
    for (const step of waiting) if (!(await run(step))) failed.push(step[0]);
  };
  await Promise.all(Array.from({ length: Math.min(2, os.availableParallelism()) }, takeTurns));
  console.log(failed.length === 0 ? '\ncheck: all good' : `\ncheck: failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
