import type { QuotaName } from '../common/config/index.js';
import type { AccountQuotas } from '../quotas/index.js';
import type { CountsElsewhere } from '../cluster/index.js';
import type { Admission } from './admission.js';
import { type CallRefusal, refuse } from './call-refusal.js';

export interface CapacityLimits {
  readonly maxConcurrent: number;
  readonly maxUnconnectedPerToken: number;
}

type Owner = Pick<Admission, 'accountId' | 'agentId' | 'tokenHash'> &
  Partial<Pick<Admission, 'connectorId' | 'terms'>>;

/** A call's slot, held from offer to end. Both methods are idempotent. */
export interface CallSlot {
  readonly kind: 'slot';
  /** Media is connected: the call no longer counts as pending. */
  connected(): void;
  free(): void;
}

/**
 * Limits the calls that run or are being set up, because overload would make all of them stutter. Calls without media
 * have separate limits: offers are free to send and must not use up the slots of real calls.
 */
export class CallCapacity {
  private readonly all = new Counts();
  private readonly unconnected = new Counts();

  /** @param elsewhere Counts that other instances shared. */
  constructor(
    private readonly limits: CapacityLimits,
    private readonly quotas: Pick<AccountQuotas, 'of'>,
    private readonly elsewhere: CountsElsewhere = () => 0,
  ) {}

  get taken(): number {
    return this.all.of('');
  }

  /** Counts to share for the limits that span all instances. */
  told(): ReadonlyMap<string, number> {
    const told = new Map<string, number>();
    for (const [key, count] of this.all.entries()) if (isOfAll(key)) told.set(key, count);
    for (const [key, count] of this.unconnected.entries()) told.set(waiting(key), count);
    return told;
  }

  /**
   * Takes a slot, or returns the reason for refusing.
   * @param isAgain The call still holds a slot on another instance, which may count it for a while after that instance
   * died. Such a call skips the limits across instances and those of its own token.
   */
  take(owner: Owner, isAgain = false): CallSlot | CallRefusal {
    const { limits, all, unconnected } = this;
    const quota = (name: QuotaName) => this.quotas.of(owner.accountId, name);
    const elsewhere: CountsElsewhere = isAgain ? () => 0 : this.elsewhere;
    const waitingAnywhere = (key: string) => unconnected.of(key) + elsewhere(waiting(key));
    const account = `account ${owner.accountId}`;
    const agent = `agent ${owner.agentId}`;
    const token = `token ${Buffer.from(owner.tokenHash).toString('base64')}`;
    const own = `calls of ${token}`;
    const pages = owner.terms?.maxPublicCalls === undefined ? undefined : `pages of ${owner.connectorId}`;
    const tooManyOfAll = () =>
      tooMany(all.of(account) + elsewhere(account), quota('concurrentCalls'), CALLS_OF.account) ??
      tooMany(all.of(agent) + elsewhere(agent), quota('concurrentCallsPerAgent'), CALLS_OF.agent) ??
      tooMany(all.of(own), owner.terms?.maxConcurrentCalls ?? Infinity, CALLS_OF.token) ??
      tooMany(all.of(pages ?? ''), owner.terms?.maxPublicCalls ?? Infinity, CALLS_OF.pages);
    const full =
      tooMany(all.of(''), limits.maxConcurrent, CALLS_OF.server) ??
      (isAgain ? undefined : tooManyOfAll()) ??
      tooMany(waitingAnywhere(account), quota('unconnectedCalls'), UNCONNECTED_OF.account) ??
      tooMany(waitingAnywhere(token), limits.maxUnconnectedPerToken, UNCONNECTED_OF.token);
    if (full) return full;
    const leave = all.enter(['', account, agent, own, ...(pages === undefined ? [] : [pages])]);
    const connected = unconnected.enter([account, token]);
    return {
      kind: 'slot',
      connected,
      free() {
        connected();
        leave();
      },
    };
  }
}

/** Call tokens and pages are counted in the database. */
const isOfAll = (key: string): boolean => key.startsWith('account ') || key.startsWith('agent ');
const waiting = (key: string): string => `unconnected ${key}`;

interface CallLimit {
  readonly whose: string;
  readonly what?: string;
  /** The limit's name, for who may raise it. */
  readonly name: string;
  /** When to try again. */
  readonly after?: string;
}

export const CALLS_OF = {
  server: { whose: 'This server', name: 'CALL_MAX_CONCURRENT' },
  account: { whose: 'The account', name: 'quota concurrentCalls' },
  agent: { whose: 'The agent', name: 'quota concurrentCallsPerAgent' },
  token: { whose: 'The token', name: 'its maxConcurrentCalls' },
  pages: {
    ...{ whose: 'The connector', what: 'calls from pages without a backend' },
    name: 'its publicAccess.maxConcurrentCalls',
  },
} as const satisfies Record<string, CallLimit>;

const UNCONNECTED = { what: 'calls whose media is not connected yet', after: 'in a moment' } as const;
const UNCONNECTED_OF = {
  account: { ...UNCONNECTED, whose: 'The account', name: 'quota unconnectedCalls' },
  token: { ...UNCONNECTED, whose: 'The token', name: 'a constant' },
} as const satisfies Record<string, CallLimit>;

/** The refusal if `count` has reached `limit`; otherwise undefined. */
export function tooMany(
  count: number,
  limit: number,
  { whose, what = 'calls', name, after = 'when one has ended' }: CallLimit,
): CallRefusal | undefined {
  if (count < limit) return undefined;
  const reached = `${whose} has ${limit} ${what}, which is the limit (${name})`;
  return { ...refuse('media-failure', `${reached}. Try again ${after}.`), limit: name };
}

class Counts {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  entries(): Iterable<readonly [key: string, count: number]> {
    return this.counts;
  }

  /** Increments all keys. The returned function decrements them. */
  enter(keys: readonly string[]): () => void {
    let isIn = true;
    for (const key of keys) this.counts.set(key, this.of(key) + 1);
    return () => {
      if (!isIn) return;
      isIn = false;
      for (const key of keys) {
        const left = this.of(key) - 1;
        if (left > 0) this.counts.set(key, left);
        else this.counts.delete(key);
      }
    };
  }
}
