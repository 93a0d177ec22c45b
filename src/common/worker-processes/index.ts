export type { ProcessLoad } from './process-load.js';
export { WorkerProcesses, type WorkerStatus } from './worker-processes.js';
