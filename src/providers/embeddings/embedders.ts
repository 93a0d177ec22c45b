import { LRUCache } from 'lru-cache';
import type { AccountProviders } from '../accounts/index.js';
import type { EmbeddingsEntry, ProviderEntries } from '../provider-entry.js';
import type { ProviderMessages } from '../provider-messages.js';
import { Embedder, type TextEmbedder } from './embedder.js';

/** Accounts whose embedder, with its health, is cached. */
const MAX_KEPT = 1_000;

interface Kept {
  readonly revision: string;
  readonly embedder: Embedder | undefined;
}

const ENGLISH = /^en\b/i;

/**
 * Selects the embedder of an account: the first of its own providers that offers embeddings, or the operator's first,
 * or the local model, for English agents.
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

  /** Sets the fallback where no provider offers embeddings. It understands English only. */
  useLocal(local: TextEmbedder): void {
    this.local = local;
  }

  /**
   * The embedder by current configuration; undefined without one.
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
