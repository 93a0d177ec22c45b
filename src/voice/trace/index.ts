/** Recomputes the turn decisions of a recorded call, with the same or other settings. */
export { parseTrace } from './trace-entry.js';
export { tracedPartsOf, recompute, type TracedPart } from './recompute.js';
export { type ComparedTurn, type TurnStory, whatIf } from './what-if.js';
