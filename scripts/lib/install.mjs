import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { LaunchError } from './launch-error.mjs';
import { installFailure, npmCommand } from './npm.mjs';
import { inProject } from './project.mjs';
import { endRunningPrograms, runProgram } from './run-program.mjs';
import { trimModules } from './trim-modules.mjs';

const nothing = async () => {};

/**
 * Runs `npm ci` unless node_modules holds what package-lock.json says.
 * @param {import('./progress.mjs').Progress} progress
 * @param {object} [firstStart] other work of a first start, done along with `npm ci` or not at all
 * @param {() => Promise<unknown>} [firstStart.beside] needs no dependencies
 * @param {() => Promise<unknown>} [firstStart.after] needs the dependencies, and not what is done beside them
 */
export async function ensureDependencies(progress, { beside = nothing, after = nothing } = {}) {
  const wanted = readLock(inProject('package-lock.json'));
  if (wanted === undefined) {
    throw new LaunchError('There is no package-lock.json.', 'Start from a complete clone of the repository.');
  }
  const installed = readLock(inProject('node_modules', '.package-lock.json'));
  if (installed && holds(installed, wanted)) return;
  if (isLink(inProject('node_modules'))) {
    progress.say('node_modules is a link and differs from package-lock.json: left as it is.');
    return;
  }
  try {
    await Promise.all([
      progress.step('Installing dependencies (once)', (report) => install(wanted, report)).then(after),
      beside(),
    ]);
  } catch (error) {
    endRunningPrograms();
    throw error;
  }
}

/**
 * Whether an installation has every package that it must have, in the version that it must have. npm writes its own
 * list of what it installed at the very end, so a broken-off installation has none.
 * @param {Packages} installed
 * @param {Packages} wanted
 */
export function holds(installed, wanted) {
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link) return true;
    const found = installed[place];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional);
  });
}

/**
 * @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>}
 * Packages
 */

/** @returns {Packages | undefined} */
function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

async function install(wanted, report) {
  const places = Object.keys(wanted).filter((place) => place !== '' && !wanted[place].optional);
  const count = () => places.filter((place) => existsSync(inProject(place, 'package.json'))).length;
  const timer = setInterval(() => report(`${count()} of ${places.length} packages`), 1_000);
  try {
    const [program, first] = npmCommand();
    const { status, output } = await runProgram(
      program,
      // Development packages build the service; NODE_ENV=production must not leave them out.
      [...first, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: inProject() },
    );
    if (status !== 0) throw installFailure(output);
    trimModules(inProject('node_modules'));
  } finally {
    clearInterval(timer);
  }
}
