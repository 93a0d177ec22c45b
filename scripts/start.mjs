// npm start: takes a fresh clone to a running service; a later start takes a few seconds. Everything imported from
// here must run on Node 20 and before any dependency is installed; what comes after that is imported when it is
// needed.
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
 * The usual exit codes of programs that a signal has ended.
 * @type {Record<string, number>}
 */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Until the service takes over, a signal breaks the set-up off; the next start goes on where it has to. */
function breakOffOnSignals() {
  const breakOff = (/** @type {number} */ exitCode) => {
    endRunningPrograms();
    console.error('\nSet-up broken off. The next start goes on from here.');
    process.exit(exitCode);
  };
  /** @type {Record<string, (message?: { stop?: string }) => void>} */
  const listeners = {
    // The launcher hands signals on as messages, and its death is one too.
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
  // A launcher that handed over to us has told us when it began.
  const startedAtMs = Number(process.env.EARSHOT_STARTED_AT_MS) || Date.now();
  const progress = createProgress(process.stdout, { asRecords: true });
  const handOverSignals = breakOffOnSignals();
  refuseAncientNode();
  // What .env says about the media worker holds already here; Node before 20.12 can't read it.
  if ('loadEnvFile' in process) loadDotEnv();
  await ensureDependencies(progress, {
    withTools: false,
    beside: () => obtainMediaWorker(progress),
    // While the media worker is still being built. Should it fail, the build below fails too, and says why.
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
  if (process.stdout.isTTY) process.env.LOG_PRETTY ||= 'true';
  await serve({ progress, startedAtMs });
}

outliveTerminal();
try {
  await main();
} catch (error) {
  console.error(`\n${describeFailure(error)}`);
  process.exit(1);
}
