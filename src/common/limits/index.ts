export { refuseOneTooMany } from './account-limit.js';
export { SharedCounts, type SharedLimit } from './shared-counts.js';
