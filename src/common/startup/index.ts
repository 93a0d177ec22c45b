export { ProcessFaults } from './process-faults.js';
export { Startup } from './startup.js';
