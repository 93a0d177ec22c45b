import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import type { Trunk } from './trunk.js';

export type TrunkPlace =
  { readonly kind: 'place'; free(): void } | { readonly kind: 'full' } | { readonly kind: 'too-fast' };

const MAX_KNOWN = 100_000;

/** Counts the calls of each trunk on this instance, and how fast they come. */
@Injectable()
export class TrunkUsage {
  private readonly active = new Map<string, number>();
  /** Calls that may still begin, refilled as time passes; at most one second's worth. */
  private readonly allowance = new LRUCache<string, { left: number; atMs: number }>(atMost(MAX_KNOWN));

  activeOf(trunkId: string): number {
    return this.active.get(trunkId) ?? 0;
  }

  take({ id, maxCalls, maxCallsPerSecond }: Trunk, nowMs = performance.now()): TrunkPlace {
    const known = this.allowance.get(id) ?? { left: maxCallsPerSecond, atMs: nowMs };
    const refilled = known.left + ((nowMs - known.atMs) * maxCallsPerSecond) / 1_000;
    const left = Math.min(maxCallsPerSecond, refilled);
    if (left < 1) {
      this.allowance.set(id, { left, atMs: nowMs });
      return { kind: 'too-fast' };
    }
    if (this.activeOf(id) >= maxCalls) return { kind: 'full' };
    this.allowance.set(id, { left: left - 1, atMs: nowMs });
    this.active.set(id, this.activeOf(id) + 1);
    let isTaken = true;
    return {
      kind: 'place',
      free: () => {
        if (!isTaken) return;
        isTaken = false;
        const others = this.activeOf(id) - 1;
        if (others > 0) this.active.set(id, others);
        else this.active.delete(id);
      },
    };
  }
}
