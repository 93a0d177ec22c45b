// npm start: from a fresh clone to a running service; later starts take a few seconds. Everything imported here must
// run on Node 20 and before any dependency is installed; everything else is imported when it is needed.
import { loadDotEnv } from './lib/dot-env.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { describeFailure } from './lib/launch-error.mjs';
import { continueInNewProcess, refuseAncientNode } from './lib/launch/newer-node.mjs';
import { outliveTerminal } from './lib/launch/terminal.mjs';
import { createProgress } from './lib/progress.mjs';
import { inProject } from './lib/project.mjs';
import { endRunningPrograms, runProgram } from './lib/run-program.mjs';
import { obtainMediaWorker } from './media-worker/ensure-worker.mjs';
import { fileURLToPath } from 'node:url';

/**
 * The usual exit codes of programs ended by a signal.
 * @type {Record<string, number>}
 */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Until the service takes over, a signal interrupts the setup; the next start continues it. */
function breakOffOnSignals() {
  const breakOff = (/** @type {number} */ exitCode) => {
    endRunningPrograms();
    console.error('\nSet-up broken off. The next start goes on from here.');
    process.exit(exitCode);
  };
  /** @type {Record<string, (message?: { stop?: string }) => void>} */
  const listeners = {
    // The launcher passes signals on as messages, and its death is one too.
    message: (message) => breakOff(INTERRUPTED[message?.stop ?? ''] ?? 1),
    disconnect: () => breakOff(1),
  };
  for (const [signal, exitCode] of Object.entries(INTERRUPTED)) listeners[signal] = () => breakOff(exitCode);
  for (const [event, listener] of Object.entries(listeners)) process.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) process.off(event, listener);
  };
}

async function main() {
  // Set by a launcher that handed over: when it began.
  const startedAtMs = Number(process.env.EARSHOT_STARTED_AT_MS) || Date.now();
  const progress = createProgress(process.stdout, { asRecords: true });
  const handOverSignals = breakOffOnSignals();
  refuseAncientNode();
  // Settings of the media worker in .env apply already here; Node before 20.12 can't read it.
  if ('loadEnvFile' in process) loadDotEnv();
  await ensureDependencies(progress, {
    withTools: false,
    beside: () => obtainMediaWorker(progress),
    // While the media worker is still being built. If it fails, the build below fails too, and says why.
    after: () => runProgram(process.execPath, [inProject('scripts', 'build.mjs')]),
  });
  if (!process.connected) {
    handOverSignals();
    process.env.EARSHOT_STARTED_AT_MS = String(startedAtMs);
    process.exitCode = await continueInNewProcess(fileURLToPath(import.meta.url), { asService: true });
    return;
  }
  const { prepare } = await import('./lib/launch/prepare.mjs');
  await prepare(progress);
  handOverSignals();
  const { serve } = await import('./lib/launch/serve.mjs');
  process.env.SEED_DEMO ||= 'true';
  await serve({ progress, startedAtMs });
}

outliveTerminal();
try {
  await main();
} catch (error) {
  console.error(`\n${describeFailure(error)}`);
  process.exit(1);
}
