// npm run build: brings dist/ up to date.
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(
  fileURLToPath(import.meta.url),
  async (progress) => {
    const { buildService } = await import('./lib/build/build-service.mjs');
    await buildService(progress);
  },
  { withTools: false },
);
