import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const PROGRAM = 'chrt';

/** Why cores can't be kept awake here; undefined if they can. */
export function awakeObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has the policy SCHED_IDLE';
  const { error } = spawnSync(PROGRAM, ['--version']);
  return error ? `there is no ${PROGRAM} (Debian: apt install util-linux)` : undefined;
}

/**
 * Keeps each core busy with work of the lowest priority (SCHED_IDLE, sched(7)), so that no core sleeps between two
 * packets: waking one costs a virtual machine more than the packet costs the server, and is charged to the woken
 * process.
 * @returns stops it.
 */
export function keepCoresAwake(): () => void {
  const idlers = Array.from({ length: availableParallelism() }, () =>
    spawn(PROGRAM, ['--idle', '0', process.execPath, '--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const stop = () => {
    for (const idler of idlers) idler.kill('SIGKILL');
  };
  process.once('exit', stop);
  return () => {
    process.off('exit', stop);
    stop();
  };
}
