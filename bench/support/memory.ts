import { readFileSync } from 'node:fs';

const KIB_PER_MIB = 1_024;

/** Peak resident memory of the largest Node process at or below a process, in MiB; NaN where there is no /proc. */
export function peakMemoryMiB(pid: number): number {
  const peaks = [pid, ...descendantsOf(pid)].map(peakOf);
  return Math.round(Math.max(...peaks) / KIB_PER_MIB);
}

function descendantsOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function peakOf(pid: number): number {
  const status = read(`/proc/${pid}/status`);
  if (!/^Name:\s+(node|MainThread)/m.test(status)) return 0;
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
