import { runInThisContext } from 'node:vm';

// Jest gives suites a copy of `process`.
const { threadCpuUsage } = runInThisContext('process') as NodeJS.Process;

/**
 * Time that the thread itself worked, so that a busy machine does not count; the best of seven, so that neither
 * does a collection.
 */
export function heldMs(work: () => unknown): number {
  const rounds = Array.from({ length: 7 }, () => {
    const before = threadCpuUsage();
    work();
    const { user, system } = threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...rounds);
}
