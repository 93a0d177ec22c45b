/** What decided about the turns of a call, decided once more: the same, or with other settings. */
export { parseTrace } from './trace-entry.js';
export { partsOf, recompute, type TracedPart } from './recompute.js';
export { type ComparedTurn, type TurnStory, whatIf } from './what-if.js';
