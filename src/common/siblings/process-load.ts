/** How busy a process is, or several together. */
export interface ProcessLoad {
  readonly state: 'ready' | 'full' | 'draining';
  /** Calls that run or are being set up. */
  readonly calls: number;
}

const BY_READINESS = ['ready', 'full', 'draining'] as const;

/** The instance as a whole: it takes calls as long as one of its processes does. */
export function together(loads: readonly ProcessLoad[]): ProcessLoad | undefined {
  if (loads.length === 0) return undefined;
  return {
    state: BY_READINESS.find((state) => loads.some((load) => load.state === state)) ?? 'draining',
    calls: loads.reduce((sum, { calls }) => sum + calls, 0),
  };
}
