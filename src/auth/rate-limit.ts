import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { InstanceTallies, SharedRate } from '../common/limits/index.js';

/** Counts the requests of each API key, on all instances together. */
@Injectable()
export class ApiKeyRateLimit {
  private readonly rate: SharedRate | undefined;

  constructor(config: AppConfig, tallies: InstanceTallies, clock: Clock) {
    const { rateLimitRequests: most, rateWindowSeconds: windowSeconds } = config.auth;
    if (most > 0) this.rate = new SharedRate('requests', { most, windowSeconds }, tallies, clock);
  }

  /** Counts one request. Returns the seconds until the next is allowed, or undefined if this one is. */
  count(keyId: string): number | undefined {
    return this.rate?.count(keyId);
  }
}
