export { leaveLittle } from './leave-little.js';
export { ProcessFaults } from './process-faults.js';
export { Startup } from './startup.js';
