import { Worker, type WorkerOptions } from 'node:worker_threads';

import { moduleToStart } from './module-to-start.js';

/** Starts a module as a worker thread; see `moduleToStart` for its limits. It inherits nothing of the environment. */
export function startThread(importMetaUrl: string, modulePath: string, options: WorkerOptions = {}): Worker {
  const { path, execArgv } = moduleToStart(importMetaUrl, modulePath);
  return new Worker(path, { env: {}, ...options, execArgv });
}
