import { existsSync, renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { codeOf } from '../scripts/lib/launch-error.mjs';
import { inProject } from '../scripts/lib/project.mjs';
import { checkFirstLoad } from './first-load.mjs';
import { BROWSERS } from './vite.config.mjs';

/**
 * Builds everything that the service serves to browsers into studio/dist: the studio's pages, their content-hashed
 * files in assets/, which browsers may cache forever, and the widget for other sites. The folder is replaced
 * atomically, so that no reader sees a partial build.
 */
export async function buildStudio() {
  const outDir = inProject('studio', 'dist');
  const next = inProject('studio', `dist.${process.pid}`);
  const environment = process.env.NODE_ENV;
  // With `test`, the bundler would choose React's slow development build.
  process.env.NODE_ENV = 'production';
  try {
    const built = await build({
      configFile: inProject('studio', 'vite.config.mjs'),
      build: { outDir: next, emptyOutDir: true },
    });
    checkFirstLoad(/** @type {import('vite').Rolldown.RolldownOutput} */ (built).output);
    await buildWidget(next);
    replaceFolder(outDir, next);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * Several tests may build concurrently: the first result is as good as the others.
 * @param {string} folder
 * @param {string} next
 */
function replaceFolder(folder, next) {
  const last = `${next}.last`;
  try {
    if (existsSync(folder)) renameSync(folder, last);
    renameSync(next, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  }
  rmSync(last, { recursive: true, force: true });
}

/**
 * The script that other sites load, in one self-contained file.
 * @param {string} outDir
 */
async function buildWidget(outDir) {
  await build({
    configFile: false,
    root: inProject('client', 'widget'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: BROWSERS,
      reportCompressedSize: false,
      lib: {
        entry: inProject('client', 'widget', 'index.ts'),
        name: 'Earshot',
        formats: ['iife'],
        fileName: () => 'widget.js',
      },
    },
  });
}
