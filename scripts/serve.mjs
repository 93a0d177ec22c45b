// Runs a service that is built and set up already: what the container image does. No demo account, nothing is
// installed or built.
import { describeFailure } from './lib/launch-error.mjs';
import { serve } from './lib/launch/serve.mjs';
import { createProgress } from './lib/progress.mjs';

try {
  await serve({ progress: createProgress(process.stdout, { asRecords: true }), startedAtMs: Date.now() });
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
