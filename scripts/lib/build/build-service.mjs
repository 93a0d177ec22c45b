import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildStudio } from '../../build-studio.mjs';
import { filesBelow } from '../files-below.mjs';
import { inProject } from '../project.mjs';
import { compileFolders } from './compile-folders.mjs';
import { ensurePrismaClient } from './prisma-client.mjs';

const studioStamp = inProject('studio', 'dist', '.sources-hash');

/** What the page is made of. */
const STUDIO_SOURCES = [
  path.join('studio', 'src'),
  path.join('studio', 'styles'),
  path.join('client', 'src'),
  path.join('client', 'widget'),
  path.join('studio', 'index.html'),
  path.join('studio', 'landing.html'),
  path.join('studio', 'icon.svg'),
  path.join('studio', 'vite.config.mjs'),
  path.join('scripts', 'build-studio.mjs'),
  'package-lock.json',
];

/**
 * Brings `dist/` up to date with `src/`, specs left out, and the page that the service serves up to date with
 * `studio/`.
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

/** The build replaces the whole folder: left alone when nothing changed, so that a service that runs keeps its page. */
export async function buildStudioIfChanged() {
  const hash = studioHash();
  if (hash === readStamp()) return;
  await buildStudio();
  writeFileSync(studioStamp, hash);
}

function studioHash() {
  const hash = createHash('sha256');
  for (const file of STUDIO_SOURCES.flatMap(filesOf)) hash.update(file).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/**
 * The path itself if it is a file, else the files in it and below.
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
