export { JobsModule } from './jobs.module.js';
export { WorkPoller } from './work-poller.js';
export { PollingService } from './polling-service.js';
export { QueueWorker } from './queue-worker.js';
