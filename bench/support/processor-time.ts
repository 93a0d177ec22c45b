import { readFileSync } from 'node:fs';

/** USER_HZ, the unit of /proc/PID/stat, which is 100 on every Linux that Node runs on (man 5 proc). */
const MS_PER_TICK = 10;

/** Position of utime, stime, cutime and cstime, counted after the process's name (man 5 proc, fields 14 to 17). */
const FIRST_TIME = 11;
const TIMES = 4;

/**
 * Processor time used by a process tree, including ended children, in milliseconds; 0 without /proc. Unlike elapsed
 * time, it excludes other load on the machine.
 */
export function processorTimeMs(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name is in parentheses and may contain anything, including spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(FIRST_TIME, FIRST_TIME + TIMES).reduce((sum, ticks) => sum + Number(ticks), 0);
  return childrenOf(pid).reduce((sum, child) => sum + processorTimeMs(child), own * MS_PER_TICK);
}

/** Empty without /proc. */
export function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return children === '' ? [] : children.split(/\s+/).map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
