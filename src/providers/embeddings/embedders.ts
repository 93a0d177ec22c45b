import { LRUCache } from 'lru-cache';
import type { AccountProviders } from '../accounts/index.js';
import type { EmbeddingsEntry, ProviderEntries } from '../provider-entry.js';
import type { ProviderMessages } from '../provider-messages.js';
import { Embedder, type TextEmbedder } from './embedder.js';

/** Accounts whose embedder is kept, and with it what is known of its health. */
const MAX_KEPT = 1_000;

interface Kept {
  readonly revision: string;
  readonly embedder: Embedder | undefined;
}

const ENGLISH = /^en\b/i;

/**
 * Who computes embeddings for an account: the first provider of its own that does, or else the operator's first, or
 * else the model of this machine, for agents that speak English.
 */
export class Embedders {
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  private readonly shared: Embedder | undefined;
  private local: TextEmbedder | undefined;

  constructor(
    operators: ProviderEntries['embeddings'],
    private readonly accounts: Pick<AccountProviders, 'entries'>,
    private readonly messages: ProviderMessages,
  ) {
    this.shared = this.first(operators);
  }

  /** Has this one compute where no provider does. It understands English alone. */
  useLocal(local: TextEmbedder): void {
    this.local = local;
  }

  /**
   * As it is configured now; undefined where nobody computes any.
   * @param languageCode BCP 47, of the agent; absent: English.
   */
  async of(accountId: string, languageCode = 'en'): Promise<TextEmbedder | undefined> {
    return (await this.provider(accountId)) ?? (ENGLISH.test(languageCode) ? this.local : undefined);
  }

  private async provider(accountId: string): Promise<Embedder | undefined> {
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
