import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { atMost } from '../../common/caches/index.js';
import { AppConfig } from '../../common/config/index.js';
import { networkOf } from '../../common/http/index.js';

/** A key that is refused is not looked up again for so long. */
const REFUSED_MS = 30_000;

/**
 * Limits how many different keys that turn out to be none an address may present. A key that is malformed is not
 * counted, nor is one that is presented again: the cookie of an ended session comes with each request of its page. Keys
 * that were good on this process before are not held up by the guesses of others behind the same proxy.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly good: LRUCache<string, true>;
  private readonly refused: LRUCache<string, true>;

  constructor(config: AppConfig) {
    const { guessLimit, guessWindowSeconds, keyCacheSize } = config.auth;
    const remembered = atMost(Math.max(1, keyCacheSize));
    this.good = new LRUCache(remembered);
    this.refused = new LRUCache({ ...remembered, ttl: REFUSED_MS });
    if (guessLimit > 0)
      this.limiter = new RateLimiterMemory({ points: guessLimit, duration: guessWindowSeconds });
  }

  /** Whether the key was refused a moment ago, so that there is no need to look it up. */
  isRefused(fingerprint: string): boolean {
    return this.refused.has(fingerprint);
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
    if (this.refused.has(fingerprint)) return;
    this.refused.set(fingerprint, true);
    await this.limiter?.penalty(networkOf(address));
  }
}
