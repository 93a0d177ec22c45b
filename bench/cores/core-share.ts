import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { childrenOf } from '../support/processor-time.js';

const MOUNT = '/sys/fs/cgroup/cpu';
/** Short, so that a process over its share waits a few milliseconds at most. */
const PERIOD_US = 5_000;

/** Why processes can't be limited to a share of a core here; undefined if they can. */
export function shareObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root to hold processes to a share of a core';
  if (!existsSync(`${MOUNT}/cpu.cfs_quota_us`)) return `there is no ${MOUNT} of version 1 of cgroups`;
  return undefined;
}

/** Limits processes to a share of one core, as if it were slower; the rest of the cores is for the callers. */
export class CoreShare {
  private readonly folder: string;

  constructor(
    private readonly core: number,
    percent: number,
  ) {
    // Below our own cgroup, whose weight covers everything in it.
    const own = /^\d+:cpu:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    this.folder = path.join(MOUNT, own, `earshot-bench-${process.pid}-${core}`);
    mkdirSync(this.folder);
    this.set('cpu.cfs_period_us', PERIOD_US);
    this.set('cpu.cfs_quota_us', (PERIOD_US * percent) / 100);
  }

  /** Moves a process, with its threads and child processes, into the group. */
  take(pid: number): void {
    for (const each of [pid, ...descendantsOf(pid)]) {
      this.set('cgroup.procs', each);
      execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(this.core), String(each)], {
        stdio: 'ignore',
      });
    }
  }

  /** Call it after all its processes have ended. */
  close(): void {
    rmdirSync(this.folder);
  }

  private set(file: string, value: number): void {
    writeFileSync(path.join(this.folder, file), String(Math.round(value)));
  }
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}
