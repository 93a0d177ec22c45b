// scripts/serve.mjs with overrides of constants as an argument, such as '{"webhooks":{"pollIntervalMs":50}}'.
import { describeFailure } from '../../../scripts/lib/launch-error.mjs';
import { serve } from '../../../scripts/lib/launch/serve.mjs';
import { createProgress } from '../../../scripts/lib/progress.mjs';

try {
  await serve({
    progress: createProgress(process.stdout, { asRecords: true }),
    startedAtMs: Date.now(),
    overrides: JSON.parse(process.argv[2] ?? '{}'),
  });
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
