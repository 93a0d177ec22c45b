export { alignedIntervalMs, runEvery } from './coalesced-timer.js';
export { PeriodicJob } from './periodic-job.js';
export { PeriodicService } from './periodic-service.js';
export { retryDelayMs } from './retry-delay.js';
