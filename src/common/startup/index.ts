export { collectAfterStart } from './collect-after-start.js';
export { ProcessFaults } from './process-faults.js';
export { Startup } from './startup.js';
