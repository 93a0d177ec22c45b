import { spawn } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import { inProject } from '../project.mjs';
import { listenForStopRequests } from './stop-requests.mjs';

/** Debounce before a restart: the compiler writes several files at a time. */
const PAUSE_MS = 100;

/**
 * Compiles `src` to `dist` with `nest build --watch` and restarts the service whenever `dist` changes.
 * `nest start --watch` is not used: it ends the service's child processes along with the service, which then reports
 * its media workers as lost.
 * @param {readonly string[]} nodeFlags for the service
 * @returns {Promise<void>} resolves when the service was asked to stop and has ended
 */
export async function watchService(nodeFlags) {
  mkdirSync(inProject('dist'), { recursive: true });
  const service = restartable([...nodeFlags, inProject('scripts', 'serve.mjs')]);
  /** @type {NodeJS.Timeout | undefined} */
  let pause;
  const watcher = watch(inProject('dist'), { recursive: true }, () => {
    clearTimeout(pause);
    pause = setTimeout(service.restart, PAUSE_MS);
  });
  const nest = inProject('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const compiler = spawn(process.execPath, [nest, 'build', '--watch'], {
    cwd: inProject(),
    stdio: 'inherit',
  });
  compiler.once('exit', () => service.stop('SIGTERM'));
  await service.ended;
  clearTimeout(pause);
  watcher.close();
  compiler.kill();
}

/** @param {readonly string[]} nodeArguments */
function restartable(nodeArguments) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let isStartDue = false;
  let isStopping = false;
  /** @type {PromiseWithResolvers<void>} */
  const { promise: ended, resolve: end } = Promise.withResolvers();

  function start() {
    isStartDue = false;
    child = spawn(process.execPath, nodeArguments, {
      cwd: inProject(),
      // In a process group of its own: a Ctrl-C would otherwise end the service's child processes before the service.
      detached: true,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    child.once('exit', () => {
      child = undefined;
      if (isStopping) end();
      else if (isStartDue) start();
    });
  }

  function restart() {
    if (isStopping || isStartDue) return;
    if (!child) return start();
    isStartDue = true;
    askToStop('SIGTERM');
  }

  const askToStop = (/** @type {string} */ signal) =>
    child?.connected && child.send({ stop: signal }, () => {});

  /** @param {string} signal */
  function stop(signal) {
    if (isStopping) return;
    isStopping = true;
    if (child) askToStop(signal);
    else end();
  }

  listenForStopRequests({ stop, force: () => child?.kill('SIGKILL') });
  return { ended, restart, stop };
}
