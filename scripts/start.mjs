// npm start: takes a fresh clone to a running service; a later start takes a few seconds. Everything imported from here must
// run on Node 20 and before any dependency is installed; what comes after that is imported when it is needed.
import { ensureDependencies } from './lib/install.mjs';
import { describeFailure } from './lib/launch-error.mjs';
import { continueUnderNewerNode, needsNewerNode, refuseAncientNode } from './lib/launch/newer-node.mjs';
import { createProgress } from './lib/progress.mjs';
import { endRunningPrograms } from './lib/run-program.mjs';
import { fileURLToPath } from 'node:url';

/** The usual exit codes of programs that a signal has ended. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Until the service takes over, a signal breaks the set-up off; the next start goes on where it has to. */
function breakOffOnSignals() {
  const listeners = Object.entries(INTERRUPTED).map(([signal, exitCode]) => {
    const listener = () => {
      endRunningPrograms();
      console.error('\nSet-up broken off. The next start goes on from here.');
      process.exit(exitCode);
    };
    process.on(signal, listener);
    return [signal, listener];
  });
  return () => listeners.forEach(([signal, listener]) => process.off(signal, listener));
}

async function main() {
  // A launcher that handed over to us has told us when it began.
  const startedAtMs = Number(process.env.EARSHOT_STARTED_AT_MS) || Date.now();
  const progress = createProgress();
  const handOverSignals = breakOffOnSignals();
  refuseAncientNode();
  await ensureDependencies(progress);
  if (needsNewerNode()) {
    handOverSignals();
    process.env.EARSHOT_STARTED_AT_MS = String(startedAtMs);
    process.exitCode = await continueUnderNewerNode(fileURLToPath(import.meta.url));
    return;
  }
  const { prepare } = await import('./lib/launch/prepare.mjs');
  await prepare(progress);
  handOverSignals();
  const { serve } = await import('./lib/launch/serve.mjs');
  process.env.SEED_DEMO ||= 'true';
  await serve({ progress, startedAtMs });
}

try {
  await main();
} catch (error) {
  console.error(`\n${describeFailure(error)}`);
  process.exit(1);
}
