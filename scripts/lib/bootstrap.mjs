import { obtainMediaWorker } from '../media-worker/ensure-worker.mjs';
import { ensureDependencies } from './install.mjs';
import { describeFailure } from './launch-error.mjs';
import { continueInNewProcess, needsNewerNode, refuseAncientNode } from './launch/newer-node.mjs';
import { createProgress } from './progress.mjs';
import { isBuiltAlready } from './project.mjs';

/**
 * The start of every script: installs dependencies, switches to a recent Node if necessary, then runs the work.
 * @param {string} script path of the calling script, to go on with under a newer Node
 * @param {(progress: import('./progress.mjs').Progress) => Promise<number | void>} work gives the exit code; none means
 * 0
 * @param {object} [options]
 * @param {boolean} [options.withMediaWorker] the work needs the media worker, which is then obtained beside the
 * dependencies where these are missing
 * @param {boolean} [options.withTools] the work needs what only tests and checks use as well
 */
export async function bootstrap(script, work, { withMediaWorker = false, withTools = true } = {}) {
  try {
    refuseAncientNode();
    const progress = createProgress(process.stderr);
    if (!isBuiltAlready()) {
      await ensureDependencies(progress, {
        withTools,
        ...(withMediaWorker && { beside: () => obtainMediaWorker(progress) }),
      });
    }
    process.exitCode = needsNewerNode() ? await continueInNewProcess(script) : ((await work(progress)) ?? 0);
  } catch (error) {
    console.error(`\n${describeFailure(error)}`);
    process.exitCode = 1;
  }
}
