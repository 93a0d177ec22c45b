// node scripts/media-worker.mjs: sees to it that mediasoup has a worker that runs here.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { ensureMediaWorker } = await import('./media-worker/ensure-worker.mjs');
    await ensureMediaWorker(progress);
  },
  { withMediaWorker: true, withTools: false },
);
