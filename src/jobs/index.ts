export { JobRunner } from './job-runner.js';
export { JobsModule } from './jobs.module.js';
export { dueIn, isDue, isHeldBy, leasedFor, retryDelayMs, retryIn } from './lease.js';
export type { PeriodicJob } from './periodic-job.js';
export { PeriodicService } from './periodic-service.js';
export { PollingService } from './polling-service.js';
export { QueueWorker } from './queue-worker.js';
