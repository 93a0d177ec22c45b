import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import type { QuotaName } from '../../common/config/index.js';
import { AccountQuotas, quotaLimit } from '../../quotas/account-quotas.js';
import { AccountRefusals } from '../../quotas/account-refusals.js';
import { DistributedCounters } from './distributed-counters.js';
import { SharedRate } from './shared-rate.js';

const WINDOW_SECONDS = 60;

/** Counts what an account may do a number of times per minute, over all instances. */
@Injectable()
export class AccountRates {
  private readonly rate: SharedRate;

  constructor(
    private readonly quotas: AccountQuotas,
    private readonly refusals: AccountRefusals,
    counters: DistributedCounters,
    clock: Clock,
  ) {
    this.rate = new SharedRate('account-rates', WINDOW_SECONDS, counters, clock);
  }

  /** Counts one use. @throws ApiError 429 above the quota. */
  count(accountId: string, quota: QuotaName & `${string}PerMinute`): void {
    const refusal = this.rate.count(`${quota} ${accountId}`, this.quotas.of(accountId, quota));
    if (!refusal) return;
    throw this.refusals.of({
      accountId,
      limit: quotaLimit(quota),
      used: `The account has done this ${refusal.used} times within a minute.`,
      retryAfterSeconds: refusal.leftMs / 1_000,
    });
  }
}
