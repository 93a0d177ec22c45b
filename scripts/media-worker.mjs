// node scripts/media-worker.mjs: ensures that mediasoup has a worker that runs on this machine.
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
