export { AccountQuotas, quotaExample, quotaLimit, raising } from './account-quotas.js';
export { AccountRates } from './account-rates.js';
export { AccountRefusals } from './account-refusals.js';
export { ExpensiveReads } from './expensive-reads.js';
export { type CountsElsewhere, DistributedCounters } from './distributed-counters.js';
export { SharedCounts, type SharedLimit } from './shared-counts.js';
export { SharedRate } from './shared-rate.js';
export { TokenBucket } from './token-bucket.js';
