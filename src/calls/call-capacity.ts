import type { Admission } from './admission.js';
import { type CallRefusal, refuse } from './call-refusal.js';

export interface CapacityLimits {
  readonly maxConcurrent: number;
  readonly maxConcurrentPerAccount: number;
  readonly maxConcurrentPerAgent: number;
}

type Owner = Pick<Admission, 'accountId' | 'agentId'>;

/** Counts the calls that run or are being set up, so that one too many is refused instead of all of them stuttering. */
export class CallCapacity {
  private total = 0;
  private readonly perAccount = new Map<string, number>();
  private readonly perAgent = new Map<string, number>();

  constructor(private readonly limits: CapacityLimits) {}

  get taken(): number {
    return this.total;
  }

  /** Takes a place, to be given back with `free`, or says why there is none. */
  take({ accountId, agentId }: Owner): CallRefusal | undefined {
    const { maxConcurrent, maxConcurrentPerAccount, maxConcurrentPerAgent } = this.limits;
    const full = (whose: string, limit: number) =>
      refuse(
        'media-failure',
        `${whose} has ${limit} calls, which is the limit. Try again when one has ended.`,
      );
    if (this.total >= maxConcurrent) return full('This server', maxConcurrent);
    if ((this.perAccount.get(accountId) ?? 0) >= maxConcurrentPerAccount) {
      return full('The account', maxConcurrentPerAccount);
    }
    if ((this.perAgent.get(agentId) ?? 0) >= maxConcurrentPerAgent)
      return full('The agent', maxConcurrentPerAgent);
    this.add({ accountId, agentId }, 1);
    return undefined;
  }

  free(owner: Owner): void {
    this.add(owner, -1);
  }

  private add({ accountId, agentId }: Owner, change: 1 | -1): void {
    this.total += change;
    count(this.perAccount, accountId, change);
    count(this.perAgent, agentId, change);
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
