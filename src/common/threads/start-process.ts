import { type ChildProcess, fork } from 'node:child_process';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module as a child process, for native code that may crash. Messages are cloned as between threads. The
 * process inherits nothing of the environment; its standard error can be read, its standard output is dropped.
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The module, relative to the caller, with the suffix `.js`.
 * @param nodeOptions Options of Node for this process.
 * @param env Its complete environment.
 */
export function startProcess(
  importMetaUrl: string,
  modulePath: string,
  nodeOptions: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return fork(new URL(modulePath, importMetaUrl), {
    execArgv: [...nodeOptions],
    env: { ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/**
 * Starts a module as a worker thread. It inherits nothing of the environment.
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The module, relative to the caller, with the suffix `.js`.
 */
export function startThread(importMetaUrl: string, modulePath: string, options: WorkerOptions = {}): Worker {
  return new Worker(new URL(modulePath, importMetaUrl), { env: {}, ...options, execArgv: [] });
}
