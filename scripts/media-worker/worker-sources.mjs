import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { npmCommand } from '../lib/npm.mjs';
import { LaunchError } from '../lib/launch-error.mjs';
import { inProject } from '../lib/project.mjs';
import { runProgram } from '../lib/run-program.mjs';

/** @returns {{ version: string, integrity: string }} of the mediasoup that package-lock.json asks for */
export function wantedMediasoup() {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return lock.packages['node_modules/mediasoup'];
}

/**
 * Provides a folder of the mediasoup package to build its worker from, while `npm ci` may be changing node_modules. npm
 * fetches it, so that its settings (registry, proxy, cache) apply; it must be the exact package in package-lock.json.
 * @template T
 * @param {(folder: string, buildDir: string) => Promise<T>} work is given a folder to build in as well; both are gone
 * afterwards, also when this process is made to end before
 * @returns {Promise<T>}
 */
export async function withMediasoupPackage(work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-mediasoup-'));
  // Compilers that are being terminated may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  try {
    await fetchPackage(folder);
    return await work(path.join(folder, 'package'), path.join(folder, 'build'));
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** @param {string} folder */
async function fetchPackage(folder) {
  const { version, integrity } = wantedMediasoup();
  const [program, first] = npmCommand();
  const pack = ['pack', `mediasoup@${version}`, '--ignore-scripts', '--pack-destination', folder];
  const { status, output } = await runProgram(program, [...first, ...pack, '--loglevel=error'], {
    cwd: folder,
  });
  const archive = path.join(folder, `mediasoup-${version}.tgz`);
  if (status !== 0 || !existsSync(archive)) throw noSources(`npm could not fetch it:\n${output.trim()}`);
  if (integrityOf(archive) !== integrity)
    throw noSources('it is not the package that package-lock.json names.');
  const unpacked = await runProgram('tar', ['-xzf', archive, '-C', folder]);
  if (unpacked.status !== 0) throw noSources(`it cannot be unpacked:\n${unpacked.output.trim()}`);
}

/** @param {string} file */
const integrityOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;

/** @param {string} why */
const noSources = (why) =>
  new LaunchError(
    `The source of the media worker is in the npm package mediasoup, but ${why}`,
    'Check the network and `npm config get registry`, and start again.',
  );
