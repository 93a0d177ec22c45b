import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { filesBelow } from '../files-below.mjs';
import { inProject } from '../project.mjs';

const require = createRequire(import.meta.url);
const MANIFEST = '.sources.json';

/** Files read at run time, which are copied along with compiled ones by default. */
const ASSETS = new Set(['.json', '.wasm', '.html', '.css', '.txt', '.js', '.mjs', '.onnx', '.dic', '.gz']);

/**
 * Compiles the TypeScript of some folders with SWC, file by file, and copies what they read at run time. Only what
 * changed since the last call is touched, and what has no source any more is removed.
 * @param {object} options
 * @param {readonly string[]} options.folders inside of the project
 * @param {string} options.outDir inside of the project
 * @param {(source: string) => string | undefined} options.place where the result of a source goes inside of outDir,
 * with the source's own ending; undefined leaves it out
 * @param {(extension: string) => boolean} [options.isAsset] of files that are no TypeScript: which go along
 * @returns {Promise<{ changed: number, total: number }>}
 */
export async function compileFolders({
  folders,
  outDir,
  place,
  isAsset = (extension) => ASSETS.has(extension),
}) {
  const manifestFile = inProject(outDir, MANIFEST);
  const before = readManifest(manifestFile);
  // A newer file was written by another compiler, such as `npm run start:dev`, perhaps from another source.
  const writtenAtMs = modifiedAtMs(manifestFile);
  const base = optionsHash();
  /** @type {Record<string, string>} */
  const after = {};
  let changed = 0;
  for (const source of folders.flatMap((folder) => sourcesIn(folder, isAsset))) {
    const target = place(source);
    if (target === undefined) continue;
    const content = readFileSync(inProject(source));
    const output = inProject(outDir, target).replace(/\.ts$/, '.js');
    const key = path.relative(inProject(outDir), output);
    const mayRun = (statSync(inProject(source)).mode & 0o100) !== 0;
    after[key] = createHash('sha256')
      .update(base)
      .update(content)
      .update(mayRun ? 'program' : '')
      .digest('hex');
    if (before[key] === after[key] && modifiedAtMs(output) <= writtenAtMs) continue;
    mkdirSync(path.dirname(output), { recursive: true });
    if (source.endsWith('.ts')) await compile(source, content.toString('utf8'), output);
    // With its mode: executables stay executable.
    else copyFileSync(inProject(source), output);
    changed += 1;
  }
  for (const key of Object.keys(before)) {
    if (key in after) continue;
    rmSync(inProject(outDir, key), { force: true });
    rmSync(`${inProject(outDir, key)}.map`, { force: true });
  }
  writeManifest(manifestFile, after);
  return { changed, total: Object.keys(after).length };
}

/**
 * @param {string} source
 * @param {string} code
 * @param {string} output
 */
async function compile(source, code, output) {
  const { transform } = require('@swc/core');
  const { module, jsc, sourceMaps } = JSON.parse(readFileSync(inProject('.swcrc'), 'utf8'));
  const result = await transform(code, {
    module,
    jsc,
    sourceMaps,
    swcrc: false,
    filename: inProject(source),
    sourceFileName: path.relative(path.dirname(output), inProject(source)),
  });
  const map = path.basename(output) + '.map';
  writeFileSync(output, `${result.code}\n//# sourceMappingURL=${map}\n`);
  writeFileSync(path.join(path.dirname(output), map), result.map ?? '');
}

/**
 * Relevant files in and below a folder, relative to the project.
 * @param {string} folder
 * @param {(extension: string) => boolean} isAsset
 */
function sourcesIn(folder, isAsset) {
  if (!existsSync(inProject(folder))) return [];
  return filesBelow(inProject(folder))
    .map((file) => path.relative(inProject(), file))
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => (path.extname(file) === '.ts' ? !file.endsWith('.d.ts') : isAsset(path.extname(file))));
}

/** A new compiler version or new options invalidate everything. */
function optionsHash() {
  const { version } = JSON.parse(readFileSync(require.resolve('@swc/core/package.json'), 'utf8'));
  return createHash('sha256')
    .update(version)
    .update(readFileSync(inProject('.swcrc')))
    .digest();
}

/**
 * Written atomically: a concurrent run that found half of it would compile everything again.
 * @param {string} file
 * @param {Record<string, string>} manifest
 */
function writeManifest(file, manifest) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(manifest));
  renameSync(draft, file);
}

/**
 * `NaN` for a missing file, which is neither before nor after anything.
 * @param {string} file
 */
const modifiedAtMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? NaN;

/**
 * @param {string} file
 * @returns {Record<string, string>}
 */
function readManifest(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
