import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files-below.mjs';
import { inProject } from '../project.mjs';
import { compileFolders } from './compile-folders.mjs';
import { ensurePrismaClient } from './prisma-client.mjs';

const studioStamp = inProject('studio', 'dist', '.sources-hash');

/** Sources of the studio's pages. */
const STUDIO_SOURCES = [
  path.join('studio', 'src'),
  path.join('studio', 'styles'),
  path.join('client', 'src'),
  path.join('client', 'widget'),
  // The help.
  ...['tutorials', 'how-to', 'reference', 'explanation'].map((folder) => path.join('docs', folder)),
  path.join('studio', 'index.html'),
  path.join('studio', 'landing.html'),
  path.join('studio', 'icon.svg'),
  path.join('studio', 'vite.config.mjs'),
  path.join('studio', 'build.mjs'),
  'package-lock.json',
];

/**
 * Updates `dist/` from `src/`, without specs, and the served pages from `studio/`.
 * @param {import('../progress.mjs').Progress} progress
 */
export async function buildService(progress) {
  await ensurePrismaClient(progress);
  await progress.step('Building', async () => {
    await compileFolders({
      folders: ['src'],
      outDir: 'dist',
      place: (source) => (source.endsWith('.spec.ts') ? undefined : source.replace(/^src[\\/]/, '')),
    });
    await buildStudioIfChanged();
  });
}

/** A build replaces the whole folder, so it is skipped if nothing changed: a running service keeps its pages. */
export async function buildStudioIfChanged() {
  const hash = studioHash();
  if (hash === readStamp()) return;
  const { buildStudio } = await import('../../../studio/build.mjs');
  await buildStudio();
  writeFileSync(studioStamp, hash);
}

function studioHash() {
  const hash = createHash('sha256');
  for (const file of STUDIO_SOURCES.flatMap(filesOf)) hash.update(file).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/**
 * The path itself if it is a file, otherwise the files in and below it.
 * @param {string} source
 * @returns {string[]}
 */
function filesOf(source) {
  if (path.extname(source) !== '') return [source];
  return filesBelow(inProject(source))
    .map((file) => path.relative(inProject(), file))
    .sort();
}

function readStamp() {
  try {
    return readFileSync(studioStamp, 'utf8');
  } catch {
    return undefined;
  }
}
