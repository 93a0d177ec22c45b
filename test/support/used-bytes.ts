import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { residentBytes } from '../../bench/load/process-usage.js';

/** Live memory of this process without garbage, and all memory of its media workers. */
export function usedBytes(workerPids: readonly number[]): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + workerPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // Memory released by finalizers of the first round.
  collect();
}
