import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchError } from '../lib/launch-error.mjs';
import { runProgram } from '../lib/run-program.mjs';

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));

/** How long the host of the prebuilt worker may take to answer at all: without a network nobody should wait for long. */
const PROBE_TIMEOUT_MS = 4_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** What the worker exits with when it is started without MEDIASOUP_VERSION; mediasoup checks a download in the same way. */
const EXIT_STATUS_OF_A_WORKING_WORKER = 41;

/** What decides how a worker of ours comes out, besides mediasoup's version. */
const BUILD_INPUTS = ['build-worker.sh', 'shim/ankerl/unordered_dense.h', 'shim/ktls.c', 'shim/srtp.h'];

/**
 * Sees to it that mediasoup has a worker that runs here: one given by MEDIASOUP_WORKER_BIN, the installed one, the official prebuilt
 * one, one that was built on this machine before (MEDIASOUP_WORKER_CACHE_DIR, by default ~/.cache/mediasoup-worker), or one built from
 * the source that the npm package ships. MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD leaves the official one out.
 * @param {import('../lib/progress.mjs').Progress} progress
 */
export async function ensureMediaWorker(progress) {
  const given = process.env.MEDIASOUP_WORKER_BIN;
  if (given) {
    if (await works(given)) return;
    throw new LaunchError(
      `MEDIASOUP_WORKER_BIN (${given}) is not a media worker that runs here.`,
      'Correct it or remove it; without it Earshot finds or builds one.',
    );
  }
  const { folder, version, repository } = mediasoupPackage();
  const installed = path.join(folder, 'worker', 'out', 'Release', 'mediasoup-worker');
  if (await works(installed)) return;

  if (await fetchPrebuilt(progress, { folder, version, repository, installed })) return;
  const cached = cachedWorker(version);
  if (await works(cached)) {
    install(cached, installed);
    progress.say(`Media worker: using the one that was built before (${cached})`);
    return;
  }
  await build(progress, folder, installed);
  keep(progress, installed, cached);
}

function mediasoupPackage() {
  // The entry is <package>/node/lib/index.js.
  const folder = path.resolve(path.dirname(require.resolve('mediasoup')), '..', '..');
  const { version, repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { folder, version, repository: repository.url };
}

async function works(worker) {
  if (!existsSync(worker)) return false;
  const { status } = await runProgram(worker, [], { env: {}, timeoutMs: 10_000 });
  return status === EXIT_STATUS_OF_A_WORKING_WORKER;
}

/** @returns {Promise<boolean>} whether there is a working worker now */
async function fetchPrebuilt(progress, { folder, version, repository, installed }) {
  if (process.env.MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD) return false;
  const host = process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL ?? repository.replace(/^git\+/, '');
  const isReachable = await fetch(host, {
    method: 'HEAD',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
  if (!isReachable) {
    progress.say(
      `Media worker: ${new URL(host).host}, which has the prebuilt one, cannot be reached from here`,
    );
    return false;
  }
  return progress.step(`Downloading the prebuilt media worker ${version}`, async () => {
    // Should the download fail, mediasoup's script would go on to build with what it gets by means of Python, for minutes, and
    // with less chance of success than our own build. PYTHON=false ends it at once instead.
    await runProgram(process.execPath, ['npm-scripts.mjs', 'postinstall'], {
      cwd: folder,
      env: { ...process.env, PYTHON: 'false' },
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
    });
    return works(installed);
  });
}

function cachedWorker(version) {
  const hash = createHash('sha256');
  for (const file of BUILD_INPUTS) hash.update(readFileSync(path.join(here, file)));
  const name = `${version}-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 16)}`;
  const cache =
    process.env.MEDIASOUP_WORKER_CACHE_DIR ?? path.join(os.homedir(), '.cache', 'mediasoup-worker');
  return path.join(cache, name, 'mediasoup-worker');
}

async function build(progress, folder, installed) {
  await progress.step('Building the media worker from its source (2 to 5 minutes, once)', async (report) => {
    let total = 0;
    let compiled = 0;
    const onLine = (line) => {
      total ||= Number(/compiling (\d+) files/.exec(line)?.[1] ?? 0);
      const message = /^build-worker\.sh: (.*)/.exec(line)?.[1];
      if (message && total === 0) report(message);
      if (total > 0 && /^ {2}\S/.test(line)) report(`file ${(compiled += 1)} of ${total}`);
    };
    const { status, output } = await runProgram(
      'bash',
      [path.join(here, 'build-worker.sh'), folder, installed],
      { onLine },
    );
    if (status !== 0 || !(await works(installed))) throw buildFailure(output);
  });
}

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

/** The cache spares the next clone the build; not having it is no failure. */
function keep(progress, installed, cached) {
  try {
    install(installed, cached);
  } catch (error) {
    progress.say(`Media worker: could not be kept for other clones (${error.message})`);
  }
}

function install(from, to) {
  const unfinished = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, unfinished);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, to);
}
