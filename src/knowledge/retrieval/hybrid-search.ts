import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { type Embedder, Embedders, providerFault } from '../../providers/index.js';
import { AgentFault, type FaultCode } from '../../voice/index.js';
import { packVector } from '../embeddings/packed-vector.js';
import { VectorIndexes } from '../embeddings/vector-indexes.js';
import { type FoundPassage, fullTextSearch, spokenWords } from './full-text-search.js';
import { passagesByNumber } from './passages-by-number.js';
import { fuseRanks } from './rank-fusion.js';

/** How many of each order are looked at to make one order of them. */
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

/** The passages nearest in meaning, by the numbers of their rows; or why they are not known. */
type Near = { readonly numbers: readonly number[] } | { readonly fault: FaultCode };

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
  async of(set: KnowledgeSetOf): Promise<(words: string, limit: number) => Promise<Found>> {
    const embedder = await this.embedders.of(set.accountId);
    // Read ahead, so that the first words of the caller find them.
    if (embedder) void this.indexes.ready(set.agentId, set.hash, embedder.space);
    return (words, limit) => this.search(set, embedder, words, limit);
  }

  /** @throws DatabaseUnavailableError; never for a provider. */
  private async search(
    { agentId, hash }: KnowledgeSetOf,
    embedder: Embedder | undefined,
    words: string,
    limit: number,
  ): Promise<Found> {
    const index = embedder && this.indexes.find(agentId, hash, embedder.space);
    const byWords = this.byWords(agentId, hash, words, index ? Math.max(limit, POOL) : limit);
    if (!embedder || !index) return { found: await byWords };
    const [inWords, near] = await Promise.all([byWords, this.near(agentId, hash, embedder, words)]);
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

  /** Never throws. */
  private async near(agentId: string, hash: string, embedder: Embedder, words: string): Promise<Near> {
    try {
      const vector = await embedder.embedNow(spokenWords(words), this.config.knowledge.embeddingWaitMs);
      const index = this.indexes.find(agentId, hash, embedder.space);
      const numbers = await index?.nearest(packVector(vector), POOL);
      return numbers ? { numbers } : { fault: providerFault.protocol };
    } catch (error) {
      return { fault: error instanceof AgentFault ? error.code : providerFault.error };
    }
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
