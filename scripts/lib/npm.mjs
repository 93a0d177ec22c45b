import { existsSync } from 'node:fs';
import { LaunchError } from './launch-error.mjs';

/**
 * The npm that started this process, otherwise the one on the path.
 * @returns {[program: string, first: string[]]} and the arguments that come before all others
 */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** @type {[pattern: RegExp, remedy: string][]} */
const REMEDIES = [
  [
    /ENOENT.*npm|spawn npm/,
    'Install npm, which comes with Node (https://nodejs.org), and see that it is on the PATH.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/,
    'npm does not reach its registry. Check the network, and `npm config get registry` and `npm config get proxy`; then start again.',
  ],
  [/ENOSPC/, 'The disk is full. Free about 3 GB and start again.'],
  [
    /EACCES|EPERM|EROFS/,
    'This folder cannot be written. Give it to the user who runs this, and start again.',
  ],
  [
    /in sync|EUSAGE/,
    'package.json and package-lock.json disagree. Restore both from version control, or run `npm install`.',
  ],
];

/**
 * @param {string} output what npm printed
 * @returns {LaunchError} what went wrong, and what to do
 */
export function installFailure(output) {
  const remedy =
    REMEDIES.find(([pattern]) => pattern.test(output))?.[1] ?? 'Run `npm ci` by hand to see it in full.';
  return new LaunchError(`npm could not install the dependencies:\n${output.trim()}`, remedy);
}
