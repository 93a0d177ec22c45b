import { buildStudio } from '../../build-studio.mjs';
import { compileFolders } from './compile-folders.mjs';
import { ensurePrismaClient } from './prisma-client.mjs';

/**
 * Brings `dist/` up to date with `src/`, specs left out, and builds the page that the service serves.
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
    await buildStudio();
  });
}
