import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import type { AgentDocument } from '../../agent-document/index.js';
import { knowledgeHashOf } from '../../agents/index.js';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { CallKnowledge } from '../../voice/index.js';
import { HybridSearch } from './hybrid-search.js';
import { withinTokenBudget } from './within-token-budget.js';

/** Defaults of the document. */
const DEFAULTS = { mode: 'ahead', maxPassages: 4, tokenBudget: 800, minSimilarity: 0.2 } as const;

/** An agent that lists its topics names two at a time. */
const NAMED_TOPICS = 10;

/** A draft, or a version that was published. */
export interface KnowledgeOf {
  readonly accountId: string;
  readonly agentId: string;
  readonly version: string | undefined;
  readonly agent: AgentDocument;
}

interface KnownHash {
  readonly hash: string | null;
}

const MAX_KNOWN_VERSIONS = 1_000;

/** Searches agents' knowledge for callers' questions. */
@Injectable()
export class KnowledgeService {
  /** Of versions, which never change. */
  private readonly hashes: LRUCache<string, KnownHash>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
    private readonly hybrid: HybridSearch,
  ) {
    this.hashes = new LRUCache(atMost(MAX_KNOWN_VERSIONS));
  }

  /** For one conversation; undefined if the agent has no knowledge, or must not use it. */
  async of({ accountId, agentId, version, agent }: KnowledgeOf): Promise<CallKnowledge | undefined> {
    const terms = { ...DEFAULTS, ...agent.knowledge };
    const { mode, maxPassages, tokenBudget } = terms;
    if (mode === 'off') return undefined;
    const hash = await this.hashOf(agentId, version);
    if (hash === null) return undefined;
    const set = { accountId, agentId, hash };
    const search = await this.hybrid.of(set, {
      ...terms,
      isPatient: mode === 'tool',
      languageCode: agent.languageCode,
    });
    return {
      mode,
      waitMs: this.config.knowledge.waitMs,
      topicNames: () => this.topicNames(agentId, hash),
      search: async (words, used) => {
        const { found, ...rest } = await search(words, maxPassages, used);
        return { ...rest, passages: withinTokenBudget(found, tokenBudget) };
      },
    };
  }

  private async topicNames(agentId: string, hash: string): Promise<readonly string[]> {
    const topics = await this.prisma.$queryRaw<{ name: string }[]>`
      SELECT passage.name FROM knowledge_passages AS passage, knowledge_sets AS picked
      WHERE passage.agent_id = ${agentId} AND picked.agent_id = ${agentId} AND picked.hash = ${hash}
        AND source = ANY (sources) AND position = 0 AND origin_id LIKE 'top_%'
      ORDER BY number LIMIT ${NAMED_TOPICS}`;
    return topics.map(({ name }) => name);
  }

  private async hashOf(agentId: string, version: string | undefined): Promise<string | null> {
    if (version === undefined) return (await knowledgeHashOf(this.prisma, agentId, version)) ?? null;
    const key = `${agentId}/${version}`;
    const known = this.hashes.get(key);
    if (known) return known.hash;
    const hash = await knowledgeHashOf(this.prisma, agentId, version);
    if (hash === undefined) return null;
    this.hashes.set(key, { hash });
    return hash;
  }
}
