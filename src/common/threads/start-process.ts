import { fork, type ChildProcess } from 'node:child_process';

import { moduleToStart } from './module-to-start.js';

/**
 * Starts a module as a child process, for native code that may crash; see `moduleToStart` for its limits. Messages
 * are cloned as between threads. The process inherits nothing of the environment; its standard error can be read,
 * its standard output is dropped.
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
