export { AccountQuotas, quotaExample, quotaLimit } from './account-quotas.js';
export { AccountRefusals } from './account-refusals.js';
export { ExpensiveReads } from './expensive-reads.js';
export { AccountStorage } from './account-storage.js';
export { QuotasModule } from './quotas.module.js';
export { STORAGE_KINDS, type StorageKind } from './storage-kinds.js';
export { StoredBytesSums } from './stored-bytes-sums.js';
export { TokenBucket } from './token-bucket.js';
