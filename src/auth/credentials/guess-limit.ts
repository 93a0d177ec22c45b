import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { atMost } from '../../common/caches/index.js';
import { AppConfig } from '../../common/config/index.js';
import { networkOf } from '../../http/client-address.js';

/** How many keys and tokens a process remembers. */
export const MAX_KNOWN_CREDENTIALS = 10_000;
/** How long a refused key is not looked up again. */
const REFUSED_MS = 30_000;
const WINDOW_SECONDS = 60;

/**
 * Limits how many different invalid keys an address may present. Malformed and repeated keys do not count: a page
 * repeats the cookie of an ended session with each request. Keys that were valid on this process before are exempt, so
 * that guesses of others behind the same proxy do not block them.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly good: LRUCache<string, true>;
  private readonly refused: LRUCache<string, true>;

  constructor(config: AppConfig) {
    const { guessLimit } = config.auth;
    const remembered = atMost(MAX_KNOWN_CREDENTIALS);
    this.good = new LRUCache(remembered);
    this.refused = new LRUCache({ ...remembered, ttl: REFUSED_MS });
    if (guessLimit > 0)
      this.limiter = new RateLimiterMemory({ points: guessLimit, duration: WINDOW_SECONDS });
  }

  /** Whether the key was refused recently, so that no lookup is needed. */
  isRefused(fingerprint: string): boolean {
    return this.refused.has(fingerprint);
  }

  /** Seconds until the address may have this key looked up; undefined: now. */
  async holdUp(address: string, fingerprint: string): Promise<number | undefined> {
    if (!this.limiter || this.good.has(fingerprint)) return undefined;
    const state: RateLimiterRes | null = await this.limiter.get(networkOf(address));
    if (!state || state.consumedPoints < this.limiter.points) return undefined;
    return Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
  }

  noteGood(fingerprint: string): void {
    this.good.set(fingerprint, true);
  }

  async noteGuess(address: string, fingerprint: string): Promise<void> {
    this.good.delete(fingerprint);
    if (this.refused.has(fingerprint)) return;
    this.refused.set(fingerprint, true);
    await this.limiter?.penalty(networkOf(address));
  }
}
