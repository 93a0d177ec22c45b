import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../common/errors/index.js';

/** How many times a minute each account may do something in this process. */
export class AccountRate {
  private readonly limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** Counts once more. @throws ApiError 429. */
  async count(accountId: string): Promise<void> {
    try {
      await this.limiter.consume(accountId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw rateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
    }
  }
}
