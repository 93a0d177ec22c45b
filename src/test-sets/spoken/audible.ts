/** Silence threshold (mean energy): -50 dBov. */
export const AUDIBLE_ENERGY = 1e-5;
/** After this much silence the agent has stopped, and is not merely pausing for breath. */
export const STOPPED_MS = 200;
