import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { Embedders, providerFault } from '../../providers/index.js';
import type { FaultCode, ProviderUsage } from '../../voice/index.js';
import type { NearestPassages } from '../embeddings/nearest-passages.js';
import { packVector } from '../embeddings/packed-vector.js';
import { VectorIndexes } from '../embeddings/vector-indexes.js';
import { type FoundPassage, fullTextSearch, spokenWords } from './full-text-search.js';
import { passagesByNumber } from './passages-by-number.js';
import { fuseRanks } from './rank-fusion.js';
import { SpokenMeaning } from './spoken-meaning.js';

/** How many of each ranking are fused into one. */
const POOL = 20;

/** What an agent knows in a draft or version. */
export interface KnowledgeSetOf {
  readonly accountId: string;
  readonly agentId: string;
  readonly hash: string;
}

export interface Found {
  readonly found: readonly FoundPassage[];
  /** Why it was found by words alone, where embeddings are configured. */
  readonly withoutMeaning?: FaultCode;
}

export interface SearchTerms {
  /** Nobody waits on the line for what is found. */
  readonly isPatient: boolean;
  /** Of a passage that is found by its meaning: the cosine, 0 to 1. */
  readonly minSimilarity: number;
}

/** @param used Told what the provider of embeddings did; also later, where the search did not wait for it. */
export type Search = (words: string, limit: number, used: (usage: ProviderUsage) => void) => Promise<Found>;

/** The passages nearest in meaning, by the numbers of their rows; or why they are not known. */
type Near = { readonly numbers: readonly number[] } | { readonly fault: FaultCode };
/** Never throws. */
type Nearest = (index: NearestPassages, words: string, used: (usage: ProviderUsage) => void) => Promise<Near>;

/** Finds passages by their words, always, and by what they mean, where embeddings are configured and come in time. */
@Injectable()
export class HybridSearch {
  constructor(
    private readonly prisma: PrismaService,
    private readonly embedders: Embedders,
    private readonly indexes: VectorIndexes,
    private readonly config: AppConfig,
  ) {}

  /** For one conversation, with the provider that is configured as it begins. */
  async of(set: KnowledgeSetOf, { isPatient, minSimilarity }: SearchTerms): Promise<Search> {
    const embedder = await this.embedders.of(set.accountId);
    if (!embedder) return (words, limit) => this.byWordsAlone(set, words, limit);
    // Read ahead, so that the first words of the caller find them.
    void this.indexes.ready({ ...set, space: embedder.space });
    const { embeddingWaitMs, embeddingQueryMs: requestMs } = this.config.knowledge;
    const waitMs = isPatient ? requestMs : embeddingWaitMs;
    const meaning = new SpokenMeaning({ embedder, waitMs, requestMs });
    const near: Nearest = async (index, words, used) => {
      const meant = await meaning.of(spokenWords(words), used);
      if ('fault' in meant) return meant;
      const numbers = await index.nearest(packVector(meant.vector), POOL, minSimilarity);
      return numbers ? { numbers } : { fault: providerFault.protocol };
    };
    return (words, limit, used) =>
      this.search(set, embedder.space, (index) => near(index, words, used), words, limit);
  }

  private async byWordsAlone(
    { agentId, hash }: KnowledgeSetOf,
    words: string,
    limit: number,
  ): Promise<Found> {
    return { found: await this.byWords(agentId, hash, words, limit) };
  }

  /** @throws DatabaseUnavailableError; never for a provider. */
  private async search(
    set: KnowledgeSetOf,
    space: string,
    nearest: (index: NearestPassages) => Promise<Near>,
    words: string,
    limit: number,
  ): Promise<Found> {
    const { agentId, hash } = set;
    const index = this.indexes.find({ ...set, space });
    if (!index) return this.byWordsAlone(set, words, limit);
    const [inWords, near] = await Promise.all([
      this.byWords(agentId, hash, words, Math.max(limit, POOL)),
      nearest(index),
    ]);
    if ('fault' in near) return { found: inWords.slice(0, limit), withoutMeaning: near.fault };
    const order = fuseRanks(
      inWords.map(({ number }) => number),
      near.numbers,
    ).slice(0, limit);
    return { found: await this.inOrder(agentId, order, inWords) };
  }

  private byWords(agentId: string, hash: string, words: string, limit: number): Promise<FoundPassage[]> {
    return this.prisma.runAlone<FoundPassage>(fullTextSearch(agentId, hash, words, limit));
  }

  /** With the texts of those that were found by their meaning alone. */
  private async inOrder(
    agentId: string,
    order: readonly number[],
    known: readonly FoundPassage[],
  ): Promise<FoundPassage[]> {
    const passages = new Map(known.map((passage) => [passage.number, passage]));
    const missing = order.filter((number) => !passages.has(number));
    if (missing.length > 0) {
      const more = await this.prisma.runAlone<FoundPassage>(passagesByNumber(agentId, missing));
      for (const passage of more) passages.set(passage.number, passage);
    }
    return order.flatMap((number) => passages.get(number) ?? []);
  }
}
