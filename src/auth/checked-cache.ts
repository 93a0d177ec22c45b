import { LRUCache } from 'lru-cache';
import { atMost } from '../common/caches/index.js';
import type { AppConfig } from '../common/config/index.js';
import { MAX_KNOWN_CREDENTIALS } from './credentials/guess-limit.js';

/** TTL resolution: each reading of the clock sets a timer. */
const RESOLUTION_MS = 20;

/** Caches verified credentials by fingerprint for `keyCacheTtlMs`; undefined if caching is disabled. */
export function checkedCache<T extends object | true>({ auth }: AppConfig): LRUCache<string, T> | undefined {
  const { keyCacheTtlMs: ttl } = auth;
  if (ttl === 0) return undefined;
  return new LRUCache({ ...atMost(MAX_KNOWN_CREDENTIALS), ttl, ttlResolution: RESOLUTION_MS });
}
