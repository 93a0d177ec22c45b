/** What decided about the turns of a call, decided once more: the same, or with other settings. */
export { parseTrace, type TraceEntry } from './trace-entry.js';
export { type Difference, partsOf, recompute, type Recomputed, type TracedPart } from './recompute.js';
export { type ComparedTurn, type TurnStory, whatIf } from './what-if.js';
