import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../project.mjs';
import { compileFolders } from './compile-folders.mjs';

/** Folder of compiled tools; ignored by git. */
const toolDir = path.join('.cache', 'ts');

const FOLDERS = ['src', 'bench', 'test', 'examples', path.join('client', 'src'), path.join('studio', 'src')];
const COMPILED = FOLDERS.flatMap((folder) => folder.split(path.sep, 1));
/** Exists only after a build, and is served from beside `src`. */
const BUILT_STUDIO = path.join('studio', 'dist');
const NOT_LINKED = new Set(['.git', '.cache', '.data', 'dist', ...COMPILED]);

/**
 * Compiles all TypeScript into the project's layout, so that benches and tools run with their relative imports. Other
 * files are linked, so that relative paths work as well.
 */
export async function compileTools() {
  for (const name of COMPILED) removeLink(inProject(toolDir, name));
  // Tests have fixtures of many types.
  const isAsset = (/** @type {string} */ extension) => extension !== '.tsx';
  await compileFolders({ folders: FOLDERS, outDir: toolDir, place: (source) => source, isAsset });
  for (const name of readdirSync(inProject())) if (!NOT_LINKED.has(name)) link(name);
  for (const name of readdirSync(inProject('studio'))) if (name !== 'src') link(path.join('studio', name));
  link(BUILT_STUDIO);
}

/** @param {string} file */
function link(file) {
  const place = inProject(toolDir, file);
  const target = inProject(file);
  const found = lstatSync(place, { throwIfNoEntry: false });
  // A project that was copied or moved has links into the old folder.
  if (found?.isSymbolicLink() && readlinkSync(place) === target) return;
  rmSync(place, { force: true, recursive: true });
  symlinkSync(target, place);
}

/**
 * Removes links of earlier versions, so that nothing is written to the sources through them.
 * @param {string} file
 */
function removeLink(file) {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(file);
}

/**
 * @param {string} source path of a TypeScript file inside of the project
 * @returns {string} absolute path of what it compiles to
 */
export function compiledPath(source) {
  return inProject(toolDir, source.replace(/\.ts$/, '.js'));
}
