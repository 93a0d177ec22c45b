/** Softer than this is silence (mean energy): -50 dBov. */
export const AUDIBLE_ENERGY = 1e-5;
/** With nothing heard for this long, the agent has stopped, and is not merely pausing for breath. */
export const STOPPED_MS = 200;
