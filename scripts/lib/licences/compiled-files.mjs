import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files-below.mjs';
import { MARKS_OF_COPYLEFT } from './policy.mjs';

/** Extensions of compiled files; files without any are executables if they are in a folder for such. */
const COMPILED = /\.(node|wasm|dll|dylib|exe|a)$|\.so(\.\d+)*$/;
const PROGRAM = /[\\/](bin|Release)[\\/][^.\\/]+$/;

/**
 * Searches the compiled files below a folder for signs of the GPL.
 * @param {string} folder
 * @returns {string[]} one line a file and mark
 */
export function copyleftProblems(folder) {
  return filesBelow(folder)
    .filter((file) => COMPILED.test(file) || PROGRAM.test(file))
    .flatMap((file) => {
      const content = readFileSync(file);
      return MARKS_OF_COPYLEFT.filter(({ text }) => content.includes(text)).map(
        ({ meaning }) => `${path.relative(folder, file)} contains ${meaning}`,
      );
    });
}
