import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppConfig } from '../common/config/index.js';

/** Counts the requests of each API key on this process. */
@Injectable()
export class ApiKeyRateLimit {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(config: AppConfig) {
    const { rateLimitRequests, rateWindowSeconds } = config.auth;
    if (rateLimitRequests === 0) return;
    this.limiter = new RateLimiterMemory({ points: rateLimitRequests, duration: rateWindowSeconds });
  }

  /** Counts one request. Returns the seconds until the next is allowed, or undefined if this one is. */
  async count(keyId: string): Promise<number | undefined> {
    if (!this.limiter) return undefined;
    try {
      await this.limiter.consume(keyId);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }
}
