export { AccountQuotas, quotaExample, quotaLimit, raising } from './account-quotas.js';
export { AccountRefusals } from './account-refusals.js';
export { ExpensiveReads } from './expensive-reads.js';
export { TokenBucket } from './token-bucket.js';
