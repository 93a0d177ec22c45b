import { fork, type ChildProcess } from 'node:child_process';

import { moduleToStart } from './module-to-start.js';

/**
 * Starts a module as a process of its own, for native code that may take its process down; see `moduleToStart` for
 * what it may be written in. Messages are cloned as between threads. It sees nothing of this process's environment;
 * what it writes to its standard error can be read, the rest is dropped.
 *
 * @param nodeOptions Options of Node for this process.
 */
export function startProcess(
  importMetaUrl: string,
  modulePath: string,
  nodeOptions: readonly string[] = [],
): ChildProcess {
  const { path, execArgv } = moduleToStart(importMetaUrl, modulePath);
  return fork(path, {
    execArgv: [...execArgv, ...nodeOptions],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
