export { PeriodicJob } from './periodic-job.js';
export { PeriodicService } from './periodic-service.js';
