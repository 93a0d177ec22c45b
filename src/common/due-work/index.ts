export { DueWork } from './due-work.js';
export { LookingService } from './looking-service.js';
export { QueueWorker } from './queue-worker.js';
