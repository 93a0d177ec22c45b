import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { networkOf } from '../../http/client-address.js';
import { AccountRefusals } from '../../quotas/account-refusals.js';
import { TokenBucket } from '../../quotas/token-bucket.js';
import type { Trunk } from '../trunks/trunk.js';

const MAX_KNOWN = 10_000;
/** A burst is the messages of this many seconds. */
const BURST_SECONDS = 2;

type Buckets = LRUCache<string, TokenBucket>;

/** SIP runs on the main thread: bounds the messages of one address, and those of one account's trunks. */
@Injectable()
export class MessageBudget {
  private readonly addresses: Buckets = new LRUCache(atMost(MAX_KNOWN));
  private readonly accounts: Buckets = new LRUCache(atMost(MAX_KNOWN));

  constructor(
    private readonly refusals: AccountRefusals,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Counts a message before it is read. @param trunks Those that may call from the address. */
  reads(address: string, trunks: () => readonly Trunk[]): boolean {
    const { messagesPerSecond } = this.config.telephony;
    const source = networkOf(address);
    if (this.take(this.addresses, source, messagesPerSecond)) return true;
    for (const accountId of accountsOf(trunks()))
      this.refusals.log({
        accountId,
        limit: `${messagesPerSecond} SIP messages a second of an address`,
        used: `${source} has sent more; those beyond are dropped.`,
      });
    return false;
  }

  /** Counts a request of trunks. Those that several accounts may have sent count for none. */
  handles(trunks: readonly Trunk[]): boolean {
    const [accountId, ...others] = accountsOf(trunks);
    const { requestsPerSecond } = this.config.telephony;
    if (accountId === undefined || others.length > 0) return true;
    if (this.take(this.accounts, accountId, requestsPerSecond)) return true;
    this.refusals.log({
      accountId,
      limit: `${requestsPerSecond} SIP requests a second of an account`,
      used: `The trunks ${trunks.map(({ id }) => id).join(', ')} have sent more; those beyond are refused.`,
    });
    return false;
  }

  private take(buckets: Buckets, key: string, perSecond: number): boolean {
    const nowMs = this.clock.monotonicMs();
    const known = buckets.get(key) ?? new TokenBucket(perSecond, perSecond * BURST_SECONDS, nowMs);
    buckets.set(key, known);
    return known.spend(nowMs);
  }
}

const accountsOf = (trunks: readonly Trunk[]): readonly string[] => [
  ...new Set(trunks.map(({ accountId }) => accountId)),
];
