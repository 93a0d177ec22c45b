export { AccountStorage } from './account-storage.js';
export { STORAGE_KINDS, type StorageKind } from './storage-kinds.js';
export { StoredBytesSums } from './stored-bytes-sums.js';
