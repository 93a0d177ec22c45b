import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** Processor time used by each thread of these processes, in milliseconds, by thread id. */
export function threadTimesMs(pids: readonly number[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      times.set(thread, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK);
    }
  }
  return times;
}

/** Processor time of the busiest thread since then. */
export function busiestMs(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return Math.max(...[...after].map(([thread, ms]) => ms - (before.get(thread) ?? 0)));
}
