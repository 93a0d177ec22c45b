import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

const PAGES = ['index.html', 'landing.html'];

/**
 * Builds what the service serves to browsers into studio/dist: the pages of the studio, beside them in assets/ what
 * they load, named by content so that a browser may keep it for ever, and the widget for pages of others.
 */
export async function buildStudio() {
  const { build } = await import('esbuild');
  const outDir = inProject('studio', 'dist');
  rmSync(outDir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [inProject('studio', 'src', 'main.ts'), inProject('studio', 'styles', 'main.css')],
    outdir: path.join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    minify: true,
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  const assets = {
    script: entryOutput(metafile, 'studio/src/main.ts'),
    style: entryOutput(metafile, 'studio/styles/main.css'),
    icon: copyHashed(inProject('studio', 'icon.svg'), path.join(outDir, 'assets')),
  };
  for (const page of PAGES) writePage(page, outDir, assets);
  await buildWidget(build, outDir);
}

/** The script that other pages load, in one file that needs nothing else. */
async function buildWidget(build, outDir) {
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

/** The name of the file that an entry point became. */
function entryOutput(metafile, entryPoint) {
  const [file] =
    Object.entries(metafile.outputs).find(([, output]) => isEntry(output.entryPoint, entryPoint)) ?? [];
  if (file === undefined) throw new Error(`The build of the studio made nothing of ${entryPoint}`);
  return path.basename(file);
}

/** esbuild names entry points relative to the working directory, which need not be the project. */
const isEntry = (found, wanted) =>
  found !== undefined && path.resolve(found) === inProject(...wanted.split('/'));

function copyHashed(file, folder) {
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}-${hash}${ext}`), content);
  return `${name}-${hash}${ext}`;
}

/** Puts the names of the assets in place of `{{script}}`, `{{style}}` and `{{icon}}`. */
function writePage(page, outDir, assets) {
  const html = readFileSync(inProject('studio', page), 'utf8').replace(
    /\{\{(script|style|icon)\}\}/g,
    (_placeholder, name) => `/studio/assets/${assets[name]}`,
  );
  writeFileSync(path.join(outDir, page), html);
}
