import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module as a worker thread. It inherits nothing of the environment.
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The module, relative to the caller, with the suffix `.js`.
 */
export function startThread(importMetaUrl: string, modulePath: string, options: WorkerOptions = {}): Worker {
  return new Worker(new URL(modulePath, importMetaUrl), { env: {}, ...options, execArgv: [] });
}
