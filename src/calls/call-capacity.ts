import type { CountsElsewhere } from '../common/limits/index.js';
import type { Admission } from './admission.js';
import { type CallRefusal, refuse } from './call-refusal.js';

export interface CapacityLimits {
  readonly maxConcurrent: number;
  readonly maxConcurrentPerAccount: number;
  readonly maxConcurrentPerAgent: number;
  readonly maxUnconnectedPerAccount: number;
  readonly maxUnconnectedPerToken: number;
}

type Owner = Pick<Admission, 'accountId' | 'agentId' | 'tokenHash'> &
  Partial<Pick<Admission, 'connectorId' | 'terms'>>;

/** What a call takes up from its offer to its end. Both methods are idempotent. */
export interface CallPlace {
  readonly kind: 'place';
  /** Media is up: the call is no longer one that may never come to anything. */
  connected(): void;
  free(): void;
}

/**
 * Counts the calls that run or are being set up, so that one too many is refused instead of all of them stuttering.
 * Calls whose media is not up yet have limits of their own: offers cost their sender nothing, and must not take the
 * places of everybody else.
 */
export class CallCapacity {
  private readonly all = new Counts();
  private readonly unconnected = new Counts();

  /** @param elsewhere What other instances have `told`. */
  constructor(
    private readonly limits: CapacityLimits,
    private readonly elsewhere: CountsElsewhere = () => 0,
  ) {}

  get taken(): number {
    return this.all.of('');
  }

  /** What counts against limits that hold for all instances together. */
  told(): ReadonlyMap<string, number> {
    const told = new Map<string, number>();
    for (const [key, count] of this.all.entries()) if (isOfAll(key)) told.set(key, count);
    for (const [key, count] of this.unconnected.entries()) told.set(waiting(key), count);
    return told;
  }

  /**
   * Takes a place, or says why there is none.
   * @param isAgain For a call that has a place at another instance, which may go on counting for a while though that
   * one is gone: it is not measured against what counts calls of all instances, nor calls of its own token.
   */
  take(owner: Owner, isAgain = false): CallPlace | CallRefusal {
    const { limits, all, unconnected } = this;
    const elsewhere: CountsElsewhere = isAgain ? () => 0 : this.elsewhere;
    const waitingAnywhere = (key: string) => unconnected.of(key) + elsewhere(waiting(key));
    const account = `account ${owner.accountId}`;
    const agent = `agent ${owner.agentId}`;
    const token = `token ${Buffer.from(owner.tokenHash).toString('base64')}`;
    const own = `calls of ${token}`;
    const pages = owner.terms?.maxPublicCalls === undefined ? undefined : `pages of ${owner.connectorId}`;
    const tooManyOfAll = () =>
      tooMany(all.of(account) + elsewhere(account), limits.maxConcurrentPerAccount, 'The account', 'calls') ??
      tooMany(all.of(agent) + elsewhere(agent), limits.maxConcurrentPerAgent, 'The agent', 'calls') ??
      tooMany(all.of(own), owner.terms?.maxConcurrentCalls ?? Infinity, 'The token', 'calls') ??
      tooMany(all.of(pages ?? ''), owner.terms?.maxPublicCalls ?? Infinity, 'The connector', PUBLIC_CALLS);
    const full =
      tooMany(all.of(''), limits.maxConcurrent, 'This server', 'calls') ??
      (isAgain ? undefined : tooManyOfAll()) ??
      tooMany(waitingAnywhere(account), limits.maxUnconnectedPerAccount, 'The account', UNCONNECTED) ??
      tooMany(waitingAnywhere(token), limits.maxUnconnectedPerToken, 'The token', UNCONNECTED);
    if (full) return full;
    const leave = all.enter(['', account, agent, own, ...(pages === undefined ? [] : [pages])]);
    const connected = unconnected.enter([account, token]);
    return {
      kind: 'place',
      connected,
      free() {
        connected();
        leave();
      },
    };
  }
}

/** Those of call tokens and of pages are counted in the database. */
const isOfAll = (key: string): boolean => key.startsWith('account ') || key.startsWith('agent ');
const waiting = (key: string): string => `unconnected ${key}`;

export const PUBLIC_CALLS = 'calls from pages without a backend';
const UNCONNECTED = 'calls whose media is not connected yet';

/** Why there is no place, by how many are taken; undefined while there is one. */
export function tooMany(count: number, limit: number, whose: string, what: string): CallRefusal | undefined {
  if (count < limit) return undefined;
  const remedy = what === UNCONNECTED ? 'in a moment' : 'when one has ended';
  return refuse('media-failure', `${whose} has ${limit} ${what}, which is the limit. Try again ${remedy}.`);
}

class Counts {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  entries(): Iterable<readonly [key: string, count: number]> {
    return this.counts;
  }

  /** Counts one more of each, until what it gives is called. */
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
