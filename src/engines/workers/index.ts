/**
 * The one pool of engine workers: threads for what blocks, processes for what may crash. Each holds a whole engine,
 * does one job at a time and hears any number of utterances; one that dies or is stuck is replaced, and what it was
 * doing fails.
 */
export type { Utterance } from './utterances.js';
export { LoadProblem } from './worker-handle.js';
export { processLink, threadLink } from './worker-link.js';
export { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';
