export { PeriodicJob } from './periodic-job.js';
