export { keptIntervalMs, runEvery } from './moments.js';
export { PeriodicJob } from './periodic-job.js';
export { PeriodicService } from './periodic-service.js';
export { retryDelayMs } from './retry-delay.js';
