import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { type PreparedStatement, PrismaService } from '../../common/prisma/index.js';
import { Embedders, providerFault } from '../../providers/index.js';
import type { FaultCode, ProviderUsage } from '../../voice/index.js';
import type { NearestPassages, SimilarPassage, VectorSet } from '../embeddings/nearest-passages.js';
import { packVector } from '../embeddings/packed-vector.js';
import { VectorIndexes } from '../embeddings/vector-indexes.js';
import {
  type FoundByWords,
  type FoundPassage,
  fullTextSearch,
  latestWords,
  withTexts,
} from './full-text-search.js';
import { fuse } from './fuse.js';
import { SpokenMeaning } from './spoken-meaning.js';

/** Nearest passages that are considered. */
const POOL = 100;

/** An agent's knowledge in a draft or version. */
export interface KnowledgeSetOf {
  readonly accountId: string;
  readonly agentId: string;
  readonly hash: string;
}

export interface SearchResult {
  readonly found: readonly FoundPassage[];
  /** Why only keyword search was used although embeddings are configured. */
  readonly withoutMeaning?: FaultCode;
}

export interface SearchTerms {
  /** No caller waits for the result. */
  readonly isPatient: boolean;
  /** Minimum cosine of a passage found by meaning, 0 to 1. */
  readonly minSimilarity: number;
  /** The agent's language (BCP 47). */
  readonly languageCode: string | undefined;
}

/** @param used Receives the embedding provider's usage; also later, if the search did not wait for it. */
export type Search = (
  words: string,
  limit: number,
  used: (usage: ProviderUsage) => void,
) => Promise<SearchResult>;

/** The most similar passages, or why they are unknown. */
type Near = { readonly passages: readonly SimilarPassage[] } | { readonly fault: FaultCode };
/** Never throws. */
type Nearest = (index: NearestPassages, words: string, used: (usage: ProviderUsage) => void) => Promise<Near>;

/** Finds passages by their words, and also by meaning if embeddings are configured and arrive in time. */
@Injectable()
export class HybridSearch {
  constructor(
    private readonly prisma: PrismaService,
    private readonly embedders: Embedders,
    private readonly indexes: VectorIndexes,
    private readonly config: AppConfig,
  ) {}

  /** A search for one conversation, with the provider that is configured when it begins. */
  async of(set: KnowledgeSetOf, { isPatient, minSimilarity, languageCode }: SearchTerms): Promise<Search> {
    const embedder = await this.embedders.of(set.accountId, languageCode);
    if (!embedder) return (words, limit) => this.byWordsAlone(set, words, limit);
    // Preloads the index for the caller's first words.
    void this.indexes.ready({ ...set, space: embedder.space });
    // A request may outlast the search's wait: its result serves the words that follow.
    const { embeddingWaitMs, embeddingQueryMs: timeoutMs } = this.config.knowledge;
    const meaning = new SpokenMeaning({
      embed: (words, used) => embedder.embedNow(set.accountId, words, { timeoutMs, used }),
      waitMs: isPatient ? timeoutMs : embeddingWaitMs,
    });
    const near: Nearest = async (index, words, used) => {
      const meant = await meaning.of(latestWords(words), used);
      if ('fault' in meant) return meant;
      const passages = await index.nearest(packVector(meant.vector), POOL, minSimilarity);
      return passages ? { passages } : { fault: providerFault.protocol };
    };
    return (words, limit, used) =>
      this.search({ ...set, space: embedder.space }, (index) => near(index, words, used), {
        words,
        limit,
        minSimilarity,
      });
  }

  private async byWordsAlone(
    { agentId, hash }: KnowledgeSetOf,
    words: string,
    limit: number,
  ): Promise<SearchResult> {
    return { found: withTexts(await this.byWords(agentId, hash, words, limit)) };
  }

  /** @throws DatabaseUnavailableError; never for a provider fault. */
  private async search(
    set: KnowledgeSetOf & VectorSet,
    nearest: (index: NearestPassages) => Promise<Near>,
    { words, limit, minSimilarity }: { words: string; limit: number; minSimilarity: number },
  ): Promise<SearchResult> {
    const { agentId, hash } = set;
    const index = this.indexes.find(set);
    if (!index) return this.byWordsAlone(set, words, limit);
    const [inWords, near] = await Promise.all([this.byWords(agentId, hash, words, limit), nearest(index)]);
    const known = withTexts(inWords);
    if ('fault' in near) return { found: known, withoutMeaning: near.fault };
    const order = fuse(inWords, near.passages, minSimilarity).slice(0, limit);
    return { found: await this.inOrder(agentId, order, known) };
  }

  private byWords(agentId: string, hash: string, words: string, limit: number): Promise<FoundByWords[]> {
    return this.prisma.runAlone<FoundByWords>(fullTextSearch(agentId, hash, words, limit));
  }

  /** Adds the texts of passages found by meaning alone. */
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

/** Passages of an agent by row number, in any order; those of other agents are not found. */
export const passagesByNumber = (agentId: string, numbers: readonly number[]): PreparedStatement => ({
  name: 'knowledge_by_number',
  text: `
    SELECT number::float8 AS number, origin_id AS "originId", name, title, text, actions
    FROM knowledge_passages WHERE agent_id = $1 AND number = ANY ($2::bigint[])`,
  values: [agentId, [...numbers]],
});
