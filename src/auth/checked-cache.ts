import { LRUCache } from 'lru-cache';
import { atMost } from '../common/caches/index.js';
import type { AppConfig } from '../common/config/index.js';

/** TTL resolution: each reading of the clock sets a timer. */
const RESOLUTION_MS = 20;

/** Caches verified credentials by fingerprint for API_KEY_CACHE_TTL_MS; undefined if caching is disabled. */
export function checkedCache<T extends object | true>({ auth }: AppConfig): LRUCache<string, T> | undefined {
  const { keyCacheSize: max, keyCacheTtlMs: ttl } = auth;
  return max > 0 && ttl > 0 ? new LRUCache({ ...atMost(max), ttl, ttlResolution: RESOLUTION_MS }) : undefined;
}
