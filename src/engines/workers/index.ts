/**
 * The one pool of engine workers: processes, since what runs in them may crash. Each holds a whole engine,
 * does one job at a time and hears any number of utterances; one that dies or is stuck is replaced, and what it was
 * doing fails.
 */
export { LoadProblem } from './worker-handle.js';
export { processLink } from './worker-link.js';
export { type RunOptions, WorkerPool, type WorkerPoolOptions } from './worker-pool.js';
