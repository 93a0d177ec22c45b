import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import swcJest from '@swc/jest';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';

const { jsc, sourceMaps } = JSON.parse(readFileSync(inProject('.swcrc'), 'utf8'));
/** @typedef {Extract<ReturnType<typeof swcJest.createTransformer>, { process: unknown }>} SyncTransformer */

const swc = /** @type {SyncTransformer} */ (
  swcJest.createTransformer({ swcrc: false, jsc, sourceMaps, module: { type: 'es6' } })
);

/**
 * Compiles TypeScript as the build does. `import.meta.url` is that of the compiled file (`compileTools`), since Node
 * runs the threads and processes that a module starts from its own folder.
 */
export default {
  ...swc,
  /**
   * @param {string} source
   * @param {string} file
   * @param {Parameters<SyncTransformer['process']>[2]} options
   */
  process(source, file, options) {
    const result = swc.process(source, file, options);
    const compiled = compiledPath(path.relative(inProject(), file));
    const code = result.code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(compiled).href))
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(compiled)));
    return { ...result, code };
  },
};
