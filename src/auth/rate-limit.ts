import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { AccountRefusals, InstanceTallies, SharedRate } from '../common/limits/index.js';

/** Counts the requests of each account over all instances. */
@Injectable()
export class AccountRateLimit {
  private readonly rate: SharedRate | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly refusals: AccountRefusals,
    tallies: InstanceTallies,
    clock: Clock,
  ) {
    const { rateLimitRequests: most, rateWindowSeconds: windowSeconds } = config.auth;
    if (most > 0) this.rate = new SharedRate('requests', { most, windowSeconds }, tallies, clock);
  }

  /** Counts one request. @throws ApiError 429 above the limit. */
  count({ accountId, keyId, person }: Principal): void {
    const refusal = this.rate?.count(accountId, `${person ? 'person' : 'API key'} ${keyId}`);
    if (!refusal) return;
    const { used, mostBy, leftMs } = refusal;
    const most = mostBy ? `, on this instance most of them (${mostBy.count}) by ${mostBy.by}` : '';
    throw this.refusals.of({
      accountId,
      limit: 'ACCOUNT_RATE_LIMIT',
      used: `The account has made ${used} requests within ${this.config.auth.rateWindowSeconds} s${most}.`,
      retryAfterSeconds: leftMs / 1_000,
    });
  }
}
