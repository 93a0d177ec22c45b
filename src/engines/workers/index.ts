/**
 * The pool of engine workers. They are processes, because native engines may crash. Each holds one engine, and runs one
 * job at a time and any number of utterances. A dead or stuck worker is replaced, and its work fails.
 */
export { LoadProblem } from './worker-handle.js';
export { processLink } from './worker-link.js';
export { type RunOptions, EngineWorkerPool, type WorkerPoolOptions } from './engine-worker-pool.js';
