import { LRUCache } from 'lru-cache';
import type { AccountProviders } from '../accounts/index.js';
import type { EmbeddingsEntry, ProviderEntries } from '../provider-entry.js';
import type { ProviderMessages } from '../provider-messages.js';
import { Embedder } from './embedder.js';

/** Accounts whose embedder is kept, and with it what is known of its health. */
const MAX_KEPT = 1_000;

interface Kept {
  readonly revision: string;
  readonly embedder: Embedder | undefined;
}

/** Who computes embeddings for an account: the first provider of its own that does, or else the operator's first. */
export class Embedders {
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  private readonly shared: Embedder | undefined;

  constructor(
    operators: ProviderEntries['embeddings'],
    private readonly accounts: Pick<AccountProviders, 'entries'>,
    private readonly messages: ProviderMessages,
  ) {
    this.shared = this.first(operators);
  }

  /** As it is configured now; undefined where nobody computes any. */
  async of(accountId: string): Promise<Embedder | undefined> {
    const { revision, entries } = await this.accounts.entries(accountId);
    if (revision === '') return this.shared;
    const kept = this.kept.get(accountId);
    if (kept?.revision === revision) return kept.embedder ?? this.shared;
    const embedder = this.first(entries.embeddings);
    this.kept.set(accountId, { revision, embedder });
    return embedder ?? this.shared;
  }

  private first(entries: ReadonlyMap<string, EmbeddingsEntry>): Embedder | undefined {
    const [first] = entries;
    return first && new Embedder(...first, this.messages.of('openai'));
  }
}
