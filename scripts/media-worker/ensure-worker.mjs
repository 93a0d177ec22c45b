import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../lib/files-below.mjs';
import { LaunchError, messageOf } from '../lib/launch-error.mjs';
import { inProject } from '../lib/project.mjs';
import { runProgram } from '../lib/run-program.mjs';
import { fetchPrebuiltWorker } from './prebuilt-worker.mjs';
import { wantedMediasoup, withMediasoupPackage } from './worker-sources.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Exit status of a worker without MEDIASOUP_VERSION; mediasoup checks downloads the same way. */
const EXIT_STATUS_OF_A_WORKING_WORKER = 41;

/** Where mediasoup expects it. */
const installed = inProject('node_modules', 'mediasoup', 'worker', 'out', 'Release', 'mediasoup-worker');

/**
 * Ensures that mediasoup has a worker that runs on this machine: one given by MEDIASOUP_WORKER_BIN, the installed one,
 * or one from `obtainMediaWorker`. Needs the dependencies.
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function ensureMediaWorker(progress) {
  if (await isGiven()) return;
  if (await works(installed)) return;
  install(await obtainMediaWorker(progress), installed);
}

/**
 * Returns a worker that runs on this machine: the one this clone has obtained before, the official prebuilt one, one
 * built on this machine before (MEDIASOUP_WORKER_CACHE_DIR, by default ~/.cache/mediasoup-worker), or one built from
 * the source in the npm package. MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD skips the official one. Needs no dependencies,
 * and so can run in parallel with `npm ci`.
 * @param {import('../lib/progress.mjs').Progress} progress
 * @returns {Promise<string>} its path
 */
export async function obtainMediaWorker(progress) {
  const given = await isGiven();
  if (given) return given;
  const { version } = wantedMediasoup();
  const name = `${version}-${process.platform}-${process.arch}-${hashOfInputs()}`;
  const own = inProject('.cache', 'media-worker', name, 'mediasoup-worker');
  if (await works(own)) return own;

  const take = async (/** @type {string} */ worker) => {
    if (!existsSync(worker)) return false;
    install(worker, own);
    return works(own);
  };
  if (await fetchPrebuiltWorker(progress, version, take)) return own;
  const shared = path.join(sharedCache(), name, 'mediasoup-worker');
  if (await works(shared)) {
    install(shared, own);
    progress.say(`Media worker: using the one that was built before (${shared})`);
    return own;
  }
  await build(progress, own);
  keep(progress, own, shared);
  return own;
}

/** @returns {Promise<string | undefined>} the worker that MEDIASOUP_WORKER_BIN names */
async function isGiven() {
  const given = process.env.MEDIASOUP_WORKER_BIN;
  if (!given) return undefined;
  if (await works(given)) return given;
  throw new LaunchError(
    `MEDIASOUP_WORKER_BIN (${given}) is not a media worker that runs here.`,
    'Correct it or remove it; without it Earshot finds or builds one.',
  );
}

const sharedCache = () =>
  process.env.MEDIASOUP_WORKER_CACHE_DIR ?? path.join(os.homedir(), '.cache', 'mediasoup-worker');

/** Inputs of our own build besides mediasoup's version. */
function hashOfInputs() {
  const hash = createHash('sha256');
  const shim = filesBelow(path.join(here, 'shim'));
  const programs = ['build-worker.sh', 'group-sources.mjs'].map((name) => path.join(here, name));
  for (const file of [...programs, ...shim.sort()]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} worker */
async function works(worker) {
  if (!existsSync(worker)) return false;
  const { status } = await runProgram(worker, [], { env: {}, timeoutMs: 10_000 });
  return status === EXIT_STATUS_OF_A_WORKING_WORKER;
}

/**
 * @param {import('../lib/progress.mjs').Progress} progress
 * @param {string} worker
 */
async function build(progress, worker) {
  await progress.step('Building the media worker (once)', async (report) => {
    let total = 0;
    let compiled = 0;
    const onLine = (/** @type {string} */ line) => {
      total ||= Number(/compiling (\d+) parts/.exec(line)?.[1] ?? 0);
      const message = /^build-worker\.sh: (.*)/.exec(line)?.[1];
      if (message && total === 0) report(message);
      // The precompiled header and the linked program have lines of the same form, but do not count as parts.
      if (total > 0 && /^ {2}(?!pch\.hpp|mediasoup-worker)\S/.test(line))
        report(`part ${(compiled += 1)} of ${total}`);
    };
    const { status, output } = await withMediasoupPackage((folder, buildDir) =>
      runProgram('bash', [path.join(here, 'build-worker.sh'), folder, worker], {
        env: { ...process.env, MS_BUILD_DIR: buildDir },
        onLine,
      }),
    );
    if (status !== 0 || !(await works(worker))) throw buildFailure(output);
  });
}

/** @param {string} output */
function buildFailure(output) {
  const missing = /error: '(\S+)' not found/.exec(output)?.[1];
  return new LaunchError(
    `The media worker could not be built:\n${output.trim().split('\n').slice(-15).join('\n')}`,
    (missing
      ? `The build needs \`${missing}\`. On Debian or Ubuntu: apt-get install g++ make xz-utils. `
      : '') +
      'The build works on Debian and its kin. Elsewhere, let this machine reach GitHub once, so that the prebuilt worker can be ' +
      'downloaded, or set MEDIASOUP_WORKER_BIN to a worker of this version.',
  );
}

/**
 * The cache saves the next clone the build; failing to write it is no error.
 * @param {import('../lib/progress.mjs').Progress} progress
 * @param {string} installed
 * @param {string} cached
 */
function keep(progress, installed, cached) {
  try {
    install(installed, cached);
  } catch (error) {
    progress.say(`Media worker: could not be kept for other clones (${messageOf(error)})`);
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function install(from, to) {
  const unfinished = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, unfinished);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, to);
}
