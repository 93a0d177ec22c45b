import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

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
