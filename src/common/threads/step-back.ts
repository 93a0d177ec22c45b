import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Half the weight of the threads that carry calls, where there is not enough for all (nice of Linux). */
const NICE = 3;

/**
 * Lets other threads of this machine go before the calling one, for work of which a moment later is soon enough: audio
 * that goes out every 20 ms does not wait for it. A process can do so everywhere, a thread on Linux alone, where each
 * has a priority of its own (setpriority(2)). It can't be taken back. Where it can't be done, all works as well, only
 * later.
 */
export function stepBack(): void {
  if (!isMainThread && process.platform !== 'linux') return;
  try {
    // Where the whole process has stepped back further, a privileged one would step forward.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {
    // A system that does not allow it.
  }
}
