import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../common/errors/index.js';

/** Limits how often per minute each account may do something, in this process. */
export class AccountRate {
  private readonly limiter: RateLimiterMemory;

  /** @param setting Name of the setting that holds the limit. */
  constructor(
    private readonly perMinute: number,
    private readonly setting: string,
  ) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** @throws ApiError 429 over the limit. */
  async count(accountId: string): Promise<void> {
    try {
      await this.limiter.consume(accountId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const reached = `The account has done this ${this.perMinute} times in a minute, which is the limit (${this.setting}).`;
      throw rateLimited(refusal.msBeforeNext / 1_000, reached);
    }
  }
}
