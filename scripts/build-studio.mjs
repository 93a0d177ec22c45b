import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from './lib/launch-error.mjs';
import { inProject } from './lib/project.mjs';
import { checkFirstLoad } from './lib/studio/first-load.mjs';

/**
 * Builds what the service serves to browsers into studio/dist: the pages of the studio, beside them in assets/ what
 * they load, named by content so that a browser may keep it for ever, and the widget for pages of others. The folder
 * is replaced at once when all is there, so that nobody reads half of it.
 */
export async function buildStudio() {
  const outDir = inProject('studio', 'dist');
  const next = inProject('studio', `dist.${process.pid}`);
  const { build } = await import('vite');
  const environment = process.env.NODE_ENV;
  // Where this is `test`, the bundler would take React's slow half.
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
 * Several tests may build at once: the first one's result is as good as the others'.
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
 * The script that other pages load, in one file that needs nothing else.
 * @param {string} outDir
 */
async function buildWidget(outDir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [inProject('client', 'widget', 'index.ts')],
    outfile: path.join(outDir, 'widget.js'),
    bundle: true,
    format: 'iife',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
