// Runs a built and configured service, as in the container image. Creates no demo account, and installs and builds
// nothing.
import { describeFailure } from './lib/launch-error.mjs';
import { serve } from './lib/launch/serve.mjs';
import { createProgress } from './lib/progress.mjs';

try {
  await serve({ progress: createProgress(process.stdout, { asRecords: true }), startedAtMs: Date.now() });
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
