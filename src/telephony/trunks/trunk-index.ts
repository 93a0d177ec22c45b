import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { blockOf, BLOCK_BITS, contains } from '../../common/address-ranges/index.js';
import type { Trunk } from './trunk.js';

const MAX_REMEMBERED = 10_000;

/** Finds trunks by address. Asked for every message, also those of unknown senders. */
export class TrunkIndex {
  private readonly places: ReadonlyMap<Trunk, number>;
  /** By the beginning of their addresses. */
  private readonly blocks = new Map<string, Trunk[]>();
  private readonly wide: Trunk[] = [];
  private readonly anywhere: readonly Trunk[];
  private readonly byServer = new Map<string, Trunk[]>();
  private readonly found = new LRUCache<string, readonly Trunk[]>(atMost(MAX_REMEMBERED));

  /** @param serversOf Addresses of the servers where a trunk is registered. */
  constructor(trunks: readonly Trunk[] = [], serversOf: (trunkId: string) => readonly string[] = () => []) {
    this.places = new Map(trunks.map((trunk, place) => [trunk, place]));
    this.anywhere = trunks.filter(({ ranges, login }) => ranges.length === 0 && login !== undefined);
    for (const trunk of trunks) {
      for (const { address, prefix } of trunk.ranges) {
        if (prefix < BLOCK_BITS) this.wide.push(trunk);
        else push(this.blocks, blockOf(address), trunk);
      }
      for (const server of serversOf(trunk.id)) push(this.byServer, server, trunk);
    }
  }

  /** Trunks that may call from the address. Those that name the address come before those that accept any. */
  at(address: string): readonly Trunk[] {
    const known = this.found.get(address);
    if (known) return known;
    const near = [...(this.blocks.get(blockOf(address)) ?? []), ...this.wide];
    const named = new Set([
      ...near.filter(({ ranges }) => ranges.some((range) => contains(range, address))),
      ...(this.byServer.get(address) ?? []),
    ]);
    const placeOf = (trunk: Trunk) => this.places.get(trunk) ?? 0;
    const inOrder = [...named].sort((one, other) => placeOf(one) - placeOf(other));
    const trunks = [...inOrder, ...this.anywhere.filter((trunk) => !named.has(trunk))];
    this.found.set(address, trunks);
    return trunks;
  }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
