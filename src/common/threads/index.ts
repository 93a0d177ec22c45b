import { type ChildProcess, fork } from 'node:child_process';
import { Worker, type WorkerOptions, isMainThread } from 'node:worker_threads';
import { getPriority, setPriority } from 'node:os';

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

/** Half the CPU weight of the threads that carry calls, under contention (nice of Linux). */
const NICE = 3;

/**
 * Lowers the priority of the calling thread, for work that can wait: audio that is sent every 20 ms takes precedence. A
 * process can do so everywhere, a thread on Linux only, where each has its own priority (setpriority(2)). Irreversible.
 * If it fails, everything still works, only more slowly.
 */
export function stepBack(): void {
  if (!isMainThread && process.platform !== 'linux') return;
  try {
    // If the process already has a lower priority, a privileged one would raise it.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {
    // The system does not allow it.
  }
}

export { LimitedProcess } from './limited-process.js';
export { TimedThread } from './timed-thread.js';
/** Runs modules outside the main thread: blocking work in threads, code that may crash in processes. */
