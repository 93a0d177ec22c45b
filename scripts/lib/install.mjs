import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { LaunchError } from './launch-error.mjs';
import { installFailure, npmCommand } from './npm.mjs';
import { inProject } from './project.mjs';
import { endRunningPrograms, runProgram } from './run-program.mjs';
import { trimModules } from './trim-modules.mjs';

const nothing = async () => {};

/**
 * Ensures that node_modules matches package-lock.json.
 * @param {import('./progress.mjs').Progress} progress
 * @param {object} [options]
 * @param {boolean} [options.withTools] also what only tests and checks ask for (devDependencies): 700 packages that a
 * start can do without. They are added to an installation that lacks nothing else, and once there they stay
 * @param {() => Promise<unknown>} [options.beside] other work of a first start, done along with `npm ci` or not at all;
 * needs no dependencies
 * @param {() => Promise<unknown>} [options.after] the same, but needs the dependencies, and not what is done beside
 * them
 */
export async function ensureDependencies(
  progress,
  { withTools = true, beside = nothing, after = nothing } = {},
) {
  const wanted = readLock(inProject('package-lock.json'));
  if (wanted === undefined) {
    throw new LaunchError('There is no package-lock.json.', 'Start from a complete clone of the repository.');
  }
  const installed = readLock(inProject('node_modules', '.package-lock.json'));
  if (installed && holds(installed, wanted, { withTools })) return;
  if (isLink(inProject('node_modules'))) {
    progress.say('node_modules is a link and differs from package-lock.json: left as it is.');
    return;
  }
  const step = stepFor(installed, wanted, withTools);
  try {
    await Promise.all([progress.step(step.title, (report) => install(step, report)).then(after), beside()]);
  } catch (error) {
    endRunningPrograms();
    throw error;
  }
}

/**
 * Whether an installation has every required package in the required version. npm writes its list of installed packages
 * last, so an interrupted installation has none.
 * @param {Packages} installed
 * @param {Packages} wanted
 * @param {{ withTools?: boolean }} [options]
 */
export function holds(installed, wanted, { withTools = true } = {}) {
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link || (entry.dev && !withTools)) return true;
    const found = installed[place];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional);
  });
}

/**
 * @param {Packages | undefined} installed
 * @param {Packages} wanted
 * @param {boolean} withTools
 */
function stepFor(installed, wanted, withTools) {
  // `npm ci` would remove files that a running service of this folder needs.
  if (installed && holds(installed, wanted, { withTools: false })) {
    return {
      title: 'Installing what tests and checks use (once)',
      command: ['install', '--no-save', '--include=dev'],
      wanted,
    };
  }
  const hadTools = Object.entries(installed ?? {}).some(([place, { dev }]) => place !== '' && dev);
  // Explicit either way: NODE_ENV=production would omit them.
  const which = withTools || hadTools ? '--include=dev' : '--omit=dev';
  return { title: 'Installing dependencies (once)', command: ['ci', which], wanted };
}

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {boolean} [dev] only tests and checks ask for it
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [link]
 */

/** @typedef {Record<string, Package>} Packages */

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** @param {string} path */
const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * @param {{ command: readonly string[], wanted: Packages }} step
 * @param {(howFar: string) => void} report
 */
async function install({ command, wanted }, report) {
  const hasTools = !command.includes('--omit=dev');
  const places = Object.entries(wanted)
    .filter(([place, entry]) => place !== '' && !entry.optional && (hasTools || !entry.dev))
    .map(([place]) => place);
  const count = () => places.filter((place) => existsSync(inProject(place, 'package.json'))).length;
  const timer = setInterval(() => report(`${count()} of ${places.length} packages`), 1_000);
  try {
    const [program, first] = npmCommand();
    const { status, output } = await runProgram(
      program,
      [...first, ...command, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: inProject() },
    );
    if (status !== 0) throw installFailure(output);
    trimModules(inProject('node_modules'));
  } finally {
    clearInterval(timer);
  }
}
