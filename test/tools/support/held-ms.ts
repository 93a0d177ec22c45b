import { runInThisContext } from 'node:vm';

// Jest gives suites a copy of `process`.
const { threadCpuUsage } = runInThisContext('process') as NodeJS.Process;

/** CPU time of the thread, which excludes a busy machine; the best of seven, which excludes garbage collection. */
export function heldMs(work: () => unknown): number {
  const rounds = Array.from({ length: 7 }, () => {
    const before = threadCpuUsage();
    work();
    const { user, system } = threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...rounds);
}
