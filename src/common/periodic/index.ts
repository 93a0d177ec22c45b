export { alignedIntervalMs, runEvery } from './coalesced-timer.js';
export { PeriodicJob, retryDelayMs } from './periodic-job.js';
export { PeriodicService } from './periodic-service.js';
