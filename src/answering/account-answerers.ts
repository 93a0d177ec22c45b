import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { StarterAdapter } from '../pipeline/index.js';
import { type AccountEntries, AccountProviders, type LanguageModelEntry } from '../providers/index.js';
import type { ConfiguredProviders } from './choose-answerer.js';
import { EchoAdapter } from './echo.adapter.js';
import { type PublishedProviders, publishedProviders } from './published-providers.js';
import { type Answerers, type EngagedProviders, ProviderAdapters } from './provider-adapters.js';

/** Maximum accounts with cached adapters of their own providers; for others, the next call creates adapters again. */
const MAX_KEPT = 1_000;

interface Kept {
  readonly revision: string;
  readonly engaged: Promise<EngagedProviders>;
}

/**
 * Everything that can answer an account's calls: the built-in agent, the operator's providers and the account's own.
 */
@Injectable()
export class AccountAnswerers {
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

  constructor(
    private readonly shared: ProviderAdapters,
    private readonly accounts: AccountProviders,
    private readonly echo: EchoAdapter,
    private readonly starter: StarterAdapter,
  ) {}

  /** The current configuration: changes take effect with the next call, on each instance. */
  async of(accountId: string): Promise<Answerers> {
    const { adapters, configured } = await this.engaged(accountId);
    return { adapters: [this.echo, ...adapters, this.starter], configured };
  }

  /** The providers that the account's documents may name. May be slightly stale: used for advice on each publish. */
  async configured(accountId: string): Promise<ConfiguredProviders> {
    return (await this.engagedBy(accountId, await this.accounts.recentEntries(accountId))).configured;
  }

  /** What documents of the account mean if they are published now. May be slightly stale. */
  async published(accountId: string): Promise<PublishedProviders> {
    const { entries } = await this.engagedBy(accountId, await this.accounts.recentEntries(accountId));
    return publishedProviders(entries);
  }

  /** The account's default language model; undefined without one. */
  async languageModel(accountId: string): Promise<LanguageModelEntry | undefined> {
    const [first] = (await this.engaged(accountId)).entries.llm.values();
    return first;
  }

  /** The language model of that name, by default the first one; undefined without one. */
  async namedLanguageModel(
    accountId: string,
    provider: string | undefined,
  ): Promise<{ readonly name: string; readonly entry: LanguageModelEntry } | undefined> {
    const models = (await this.engaged(accountId)).entries.llm;
    const [name] = provider === undefined ? models.keys() : [provider];
    const entry = name === undefined ? undefined : models.get(name);
    return name !== undefined && entry ? { name, entry } : undefined;
  }

  /** The operator's providers, preceded by those of the account. */
  async engaged(accountId: string): Promise<EngagedProviders> {
    return this.engagedBy(accountId, await this.accounts.entries(accountId));
  }

  private engagedBy(accountId: string, own: AccountEntries): EngagedProviders | Promise<EngagedProviders> {
    return own.revision === '' ? this.shared.engaged : this.extended(accountId, own);
  }

  /** Cached until something changes, together with the health of the account's providers. */
  private extended(accountId: string, { revision, entries }: AccountEntries): Promise<EngagedProviders> {
    const kept = this.kept.get(accountId);
    if (kept && kept.revision === revision) return kept.engaged;
    const engaged = this.shared.extendedBy(entries);
    this.kept.set(accountId, { revision, engaged });
    engaged.catch(() => this.kept.delete(accountId));
    return engaged;
  }
}
