import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { residentBytes } from '../../bench/load/process-usage.js';

/** What this process still needs, garbage not counted, and all that its media workers hold. */
export function usedBytes(workerPids: readonly number[]): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + workerPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What only finalizers of the first round let go.
  collect();
}
