import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What begins with a process has begun by then. */
const AFTER_MS = 2_000;

interface Collection {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

/**
 * Gives back what loading and wiring left behind, once, two seconds from now: a process that has little to do
 * collects nothing by itself, and keeps 25 MiB of it for good. It holds everybody up for 0.1 to 0.2 s, so that a
 * process that is busy by then is left alone.
 * @returns Cancels it.
 */
export function collectAfterStart(isBusy: () => boolean): () => void {
  const timer = setTimeout(() => {
    if (isBusy()) return;
    // Node hands out its collector to those who ask for it by a flag.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (how: Collection) => void;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS);
  timer.unref();
  return () => clearTimeout(timer);
}
