import { ensureMediaWorker } from '../../media-worker/ensure-worker.mjs';
import { buildService } from '../build/build-service.mjs';
import { loadDotEnv } from '../dot-env.mjs';

/**
 * Prepares a start after the dependencies are installed: the media worker, the database client, the build.
 * @param {import('../progress.mjs').Progress} progress
 */
export async function prepare(progress) {
  loadDotEnv();
  await ensureMediaWorker(progress);
  await buildService(progress);
}
