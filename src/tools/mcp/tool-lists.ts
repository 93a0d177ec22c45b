import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { McpAddress } from '../mcp-request.js';
import type { ToolList } from './tool-list.js';

/** Maximum characters of all cached lists. */
const MAX_KEPT_CHARACTERS = 32 * 1_024 * 1_024;
/** Backoff after a failed list request, in milliseconds. */
const LEFT_ALONE_MS = 5_000;
/** How long a stale list is used while the server is asked again or is unavailable. */
const STALE_MS = 3_600_000;

export interface ToolListsOptions {
  readonly freshMs: number;
  readonly nowMs: () => number;
}

/** Cache key: one server, as seen with these headers and these allowed tools. */
export interface ToolListKey extends McpAddress {
  readonly accountId: string;
  readonly tools: readonly string[];
}

export type FetchedList = { readonly ok: true; readonly list: ToolList } | { readonly ok: false };

interface Kept {
  readonly outcome: FetchedList;
  readonly atMs: number;
}

/** The cached list, and the pending request for a new one. */
export interface LookedUp {
  readonly known?: ToolList;
  /** Absent if the cached list is fresh, or during backoff. */
  readonly coming?: Promise<FetchedList>;
}

/** Caches lists of tools (stale-while-revalidate), with one request per list at a time. */
export class ToolLists {
  private readonly kept: LRUCache<string, Kept>;
  private readonly coming = new Map<string, Promise<FetchedList>>();

  constructor(private readonly options: ToolListsOptions) {
    this.kept = new LRUCache<string, Kept>({
      max: 10_000,
      maxSize: MAX_KEPT_CHARACTERS,
      sizeCalculation: ({ outcome }) => sizeOf(outcome),
    });
  }

  /** @param fetch Requests the list; never rejects. */
  lookUp(key: ToolListKey, fetch: () => Promise<FetchedList>): LookedUp {
    const id = idOf(key);
    const { freshMs, nowMs } = this.options;
    const found = this.kept.get(id);
    const ageMs = found ? nowMs() - found.atMs : Infinity;
    if (found && !found.outcome.ok && ageMs < LEFT_ALONE_MS) return {};
    const known = found?.outcome.ok && ageMs <= freshMs + STALE_MS ? { known: found.outcome.list } : {};
    return known.known && ageMs <= freshMs ? known : { ...known, coming: this.ask(id, fetch) };
  }

  /** Requests the list now, even during backoff. */
  renew(key: ToolListKey, fetch: () => Promise<FetchedList>): Promise<FetchedList> {
    return this.ask(idOf(key), fetch);
  }

  private ask(id: string, fetch: () => Promise<FetchedList>): Promise<FetchedList> {
    const underWay = this.coming.get(id);
    if (underWay) return underWay;
    const asked = fetch().then((outcome) => {
      this.coming.delete(id);
      this.keep(id, outcome);
      return outcome;
    });
    this.coming.set(id, asked);
    return asked;
  }

  /** A stale list that is still usable stays when the server is unavailable. */
  private keep(id: string, outcome: FetchedList): void {
    const atMs = this.options.nowMs();
    if (outcome.ok || !this.kept.peek(id)?.outcome.ok) this.kept.set(id, { outcome, atMs });
  }
}

function sizeOf(outcome: FetchedList): number {
  if (!outcome.ok) return 1;
  let characters = 1;
  for (const { description, parameters } of outcome.list.values()) {
    characters += description.length + JSON.stringify(parameters).length;
  }
  return characters;
}

/** Headers contain secrets, so the key is hashed. */
function idOf({ accountId, url, headers, tools }: ToolListKey): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, url, headers, tools]))
    .digest('base64');
}
