import { LRUCache } from 'lru-cache';
import { atMost } from '../common/caches/index.js';
import type { AppConfig } from '../common/config/index.js';

/** The clock is read this often: each reading sets a timer. */
const RESOLUTION_MS = 20;

/** Remembers checked credentials by their fingerprint for API_KEY_CACHE_TTL_MS; undefined if switched off. */
export function checkedCache<T extends object | true>({ auth }: AppConfig): LRUCache<string, T> | undefined {
  const { keyCacheSize: max, keyCacheTtlMs: ttl } = auth;
  return max > 0 && ttl > 0 ? new LRUCache({ ...atMost(max), ttl, ttlResolution: RESOLUTION_MS }) : undefined;
}
