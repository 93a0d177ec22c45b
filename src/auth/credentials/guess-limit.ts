import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { atMost } from '../../common/caches/index.js';
import { AppConfig } from '../../common/config/index.js';
import { networkOf } from '../../common/http/index.js';

/**
 * Limits how often one address may have a key looked up that turns out to be none. What shows by its text to be no
 * key costs nothing and is not counted. Keys that were good on this process before are not held up by what others
 * behind the same proxy guess.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly good: LRUCache<string, true>;

  constructor(config: AppConfig) {
    const { guessLimit, guessWindowSeconds, keyCacheSize } = config.auth;
    this.good = new LRUCache(atMost(Math.max(1, keyCacheSize)));
    if (guessLimit > 0)
      this.limiter = new RateLimiterMemory({ points: guessLimit, duration: guessWindowSeconds });
  }

  /** Seconds after which the address may have this key looked up; undefined: now. */
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
    await this.limiter?.penalty(networkOf(address));
  }
}
