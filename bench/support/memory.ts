import { readFileSync } from 'node:fs';

const KIB_PER_MIB = 1_024;
const PAGE_BYTES = 4_096;

/** Peak resident memory of the largest Node process in a process tree, in MiB; NaN without /proc. */
export function peakMemoryMiB(pid: number): number {
  const peaks = [pid, ...descendantsOf(pid)].map(peakOf);
  return Math.round(Math.max(...peaks) / KIB_PER_MIB);
}

/** Resident memory of a process tree, in MiB; shared pages are counted repeatedly. */
function residentMiB(pid: number): number {
  const bytes = [pid, ...descendantsOf(pid)].map((each) => {
    const pages = Number(read(`/proc/${each}/statm`).split(' ')[1] ?? 0);
    return pages * PAGE_BYTES;
  });
  return bytes.reduce((sum, each) => sum + each, 0) / (KIB_PER_MIB * KIB_PER_MIB);
}

/**
 * Memory of a process tree, in MiB, with shared pages divided among their processes: the real total, also for a
 * database with a process per connection. Resident memory if that is unavailable.
 */
function proportionalMiB(pid: number): number {
  return sharesOf([pid, ...descendantsOf(pid)]) ?? residentMiB(pid);
}

export interface MemoryMiB {
  readonly service: number;
  readonly database: number;
}

/** As `proportionalMiB`, with PostgreSQL's processes separate. */
export function memoryOf(pid: number): MemoryMiB {
  const all = proportionalMiB(pid);
  const database = sharesOf(descendantsOf(pid).filter(isDatabase)) ?? 0;
  return { service: all - database, database };
}

const isDatabase = (pid: number) => /^Name:\s+postgres/m.test(read(`/proc/${pid}/status`));

/** In MiB; undefined if unavailable. */
function sharesOf(pids: readonly number[]): number | undefined {
  const shares = pids
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? NaN))
    .filter((share) => !Number.isNaN(share));
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / KIB_PER_MIB;
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
