import type { InstanceState } from '../instances/instance-lease.js';

/** The load of one process, or of several together. */
export interface ProcessLoad {
  readonly state: InstanceState;
  /** Calls running or being set up. */
  readonly calls: number;
}

const BY_READINESS = ['ready', 'full', 'draining'] as const;

/** The load of the instance: it accepts calls as long as one of its processes does. */
export function combinedLoad(loads: readonly ProcessLoad[]): ProcessLoad | undefined {
  if (loads.length === 0) return undefined;
  return {
    state: BY_READINESS.find((state) => loads.some((load) => load.state === state)) ?? 'draining',
    calls: loads.reduce((sum, { calls }) => sum + calls, 0),
  };
}
