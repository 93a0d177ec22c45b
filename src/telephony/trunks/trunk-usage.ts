import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { type CountsElsewhere, DistributedCounters } from '../../cluster/counters/distributed-counters.js';
import type { Trunk } from './trunk.js';

export type TrunkSlot =
  { readonly kind: 'slot'; free(): void } | { readonly kind: 'full' } | { readonly kind: 'too-fast' };

type Limits = Pick<Trunk, 'id' | 'maxCalls' | 'maxCallsPerSecond'>;

const MAX_KNOWN = 100_000;

/** Counts each trunk's calls across all instances, and limits the call rate on this one. */
@Injectable()
export class TrunkUsage {
  /** On this instance. */
  private readonly active = new Map<string, number>();
  private readonly elsewhere: CountsElsewhere;
  /** Token bucket of new calls, holding at most one second's worth. */
  private readonly allowance = new LRUCache<string, { left: number; atMs: number }>(atMost(MAX_KNOWN));

  /** @param counters Absent with a single instance. */
  constructor(@Optional() counters?: DistributedCounters) {
    this.elsewhere = counters?.share('trunk-calls', () => this.active) ?? (() => 0);
  }

  /** Across all instances, as far as this one knows. */
  activeOf(trunkId: string): number {
    return this.activeHere(trunkId) + this.elsewhere(trunkId);
  }

  take({ id, maxCalls, maxCallsPerSecond }: Limits, nowMs = performance.now()): TrunkSlot {
    const known = this.allowance.get(id) ?? { left: maxCallsPerSecond, atMs: nowMs };
    const refilled = known.left + ((nowMs - known.atMs) * maxCallsPerSecond) / 1_000;
    const left = Math.min(maxCallsPerSecond, refilled);
    if (left < 1) {
      this.allowance.set(id, { left, atMs: nowMs });
      return { kind: 'too-fast' };
    }
    if (this.activeOf(id) >= maxCalls) return { kind: 'full' };
    this.allowance.set(id, { left: left - 1, atMs: nowMs });
    return this.takeAgain(id);
  }

  /** A slot for a call taken over from another instance; no limit refuses it. */
  takeAgain(id: string): Extract<TrunkSlot, { kind: 'slot' }> {
    this.active.set(id, this.activeHere(id) + 1);
    return { kind: 'slot', free: this.freeOnce(id) };
  }

  private freeOnce(id: string): () => void {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const others = this.activeHere(id) - 1;
      if (others > 0) this.active.set(id, others);
      else this.active.delete(id);
    };
  }

  private activeHere(trunkId: string): number {
    return this.active.get(trunkId) ?? 0;
  }
}
