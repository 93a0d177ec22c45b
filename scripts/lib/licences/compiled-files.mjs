import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files-below.mjs';
import { MARKS_OF_COPYLEFT } from './policy.mjs';

/** Endings of compiled files; those without any are programs where they lie in a folder for such. */
const COMPILED = /\.(node|wasm|dll|dylib|exe|a)$|\.so(\.\d+)*$/;
const PROGRAM = /[\\/](bin|Release)[\\/][^.\\/]+$/;

/**
 * Looks for marks of the GPL in the compiled files below a folder.
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
