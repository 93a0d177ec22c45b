import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LaunchError } from '../lib/launch-error.mjs';
import { runProgram } from '../lib/run-program.mjs';

/** How long the host of the prebuilt worker may take to respond at all. */
const PROBE_TIMEOUT_MS = 4_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const RELEASES = 'https://github.com/versatica/mediasoup/releases/download';
const RELEASE_RECORD = 'https://api.github.com/repos/versatica/mediasoup/releases/tags';

/**
 * Downloads mediasoup's official worker and accepts only the file whose SHA-256 is known from another source than the
 * download: from MEDIASOUP_WORKER_PREBUILT_SHA256, or from GitHub's record of the release. (mediasoup's own script runs
 * any file it gets.)
 * @param {import('../lib/progress.mjs').Progress} progress
 * @param {string} version
 * @param {(file: string) => Promise<boolean>} take is given the path of the worker; what is there is gone afterwards
 * @returns {Promise<boolean>} what `take` gave; false when there is none for this machine or its host cannot be reached
 * @throws LaunchError when what came is not what it should be
 */
export async function fetchPrebuiltWorker(progress, version, take) {
  if (process.env.MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD) return false;
  const base = process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL || RELEASES;
  const host = new URL(base).host;
  if (!(await isReachable(base))) {
    progress.say(`Media worker: ${host}, which has the prebuilt one, cannot be reached from here`);
    return false;
  }
  return progress.step(`Downloading the prebuilt media worker ${version}`, async () => {
    const archive = archiveName(version);
    const wanted = await knownDigest(version, archive);
    if (wanted === undefined) {
      progress.say('Media worker: the prebuilt one is left alone, since its checksum is not known here');
      return false;
    }
    const content = await download(`${base}/${version}/${archive}`);
    if (content === undefined) return false;
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== wanted) throw notWhatItShouldBe(archive, host, { found, wanted });
    return unpacked(content, take);
  });
}

/** @param {string} version */
function archiveName(version) {
  const kernel = process.platform === 'linux' ? `-kernel${os.release().split('.')[0]}` : '';
  return `mediasoup-worker-${version}-${process.platform}-${process.arch}${kernel}.tgz`;
}

/** @param {string} url */
const isReachable = (url) =>
  fetch(new URL('/', url), { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/**
 * @param {string} version
 * @param {string} archive
 * @returns {Promise<string | undefined>} in hexadecimal digits
 */
async function knownDigest(version, archive) {
  const given = process.env.MEDIASOUP_WORKER_PREBUILT_SHA256;
  if (given) return given.toLowerCase();
  try {
    const answer = await fetch(`${RELEASE_RECORD}/${version}`, {
      headers: { accept: 'application/vnd.github+json' },
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const { assets } = /** @type {{ assets: { name: string, digest: string }[] }} */ (await answer.json());
    const asset = assets.find(({ name }) => name === archive);
    return /^sha256:([0-9a-f]{64})$/.exec(asset?.digest ?? '')?.[1];
  } catch {
    return undefined;
  }
}

/**
 * @param {string} url
 * @returns {Promise<Buffer | undefined>} undefined when there is none for this machine, or the connection breaks
 */
async function download(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Buffer} content
 * @param {(file: string) => Promise<boolean>} take
 */
async function unpacked(content, take) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-media-worker-'));
  try {
    mkdirSync(path.join(folder, 'out'));
    writeFileSync(path.join(folder, 'worker.tgz'), content);
    const { status } = await runProgram('tar', ['-xzf', 'worker.tgz', '-C', 'out'], { cwd: folder });
    const name = process.platform === 'win32' ? 'mediasoup-worker.exe' : 'mediasoup-worker';
    return status === 0 && (await take(path.join(folder, 'out', name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} archive
 * @param {string} host
 * @param {{ found: string, wanted: string }} digests
 */
const notWhatItShouldBe = (archive, host, { found, wanted }) =>
  new LaunchError(
    `${archive} from ${host} is not the file that was released: its SHA-256 is ${found}, and should be ${wanted}. It was not run.`,
    'See that nothing between here and there changes downloads, and that MEDIASOUP_WORKER_PREBUILT_SHA256, if set, belongs to this ' +
      'file. MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD=1 builds the worker here instead.',
  );
