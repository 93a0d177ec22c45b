import { runInThisContext } from 'node:vm';

// Jest gives suites a copy of `process`.
const { threadCpuUsage } = runInThisContext('process') as NodeJS.Process;

/**
 * CPU time of the thread, which excludes a busy machine; the best of twenty, which excludes garbage collection and code
 * that is not compiled yet.
 */
export function heldMs(work: () => unknown): number {
  const rounds = Array.from({ length: 20 }, () => {
    const before = threadCpuUsage();
    work();
    const { user, system } = threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...rounds);
}
