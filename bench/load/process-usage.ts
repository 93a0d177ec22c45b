import { readFileSync } from 'node:fs';

/** Process statistics of Linux (proc(5)). `/proc` counts processor time in ticks of 10 ms on every Linux. */
const MS_PER_TICK = 10;
const PAGE_BYTES = 4_096;

/** User and system time: the 14th and 15th field of stat, counted after the name, which may contain spaces. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
}
