import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { AccountQuotas, AccountRefusals, quotaLimit } from '../quotas/index.js';
import { DistributedCounters, SharedRate } from '../cluster/index.js';

/** Counts the requests of each account over all instances. */
@Injectable()
export class AccountRateLimit {
  private readonly rate: SharedRate;
  private readonly windowSeconds: number;

  constructor(
    private readonly quotas: AccountQuotas,
    private readonly refusals: AccountRefusals,
    counters: DistributedCounters,
    clock: Clock,
    { auth }: AppConfig,
  ) {
    this.windowSeconds = auth.rateWindowSeconds;
    this.rate = new SharedRate('requests', this.windowSeconds, counters, clock);
  }

  /** Counts one request. @throws ApiError 429 above the quota. */
  count({ accountId, keyId, person }: Principal): void {
    const quota = this.quotas.of(accountId, 'requests');
    if (quota === 0) return;
    const refusal = this.rate.count(accountId, quota, `${person ? 'person' : 'API key'} ${keyId}`);
    if (!refusal) return;
    const { used, mostBy, leftMs } = refusal;
    const most = mostBy ? `, on this instance most of them (${mostBy.count}) by ${mostBy.by}` : '';
    throw this.refusals.of({
      accountId,
      limit: quotaLimit('requests'),
      used: `The account has made ${used} requests within ${this.windowSeconds} s${most}.`,
      retryAfterSeconds: leftMs / 1_000,
    });
  }
}
