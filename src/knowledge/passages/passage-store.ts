import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { draftHash, DraftsService } from '../../agents/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { EmbeddingJobs } from '../embeddings/embedding-jobs.js';
import { searchWords } from './search-words.js';
import type { TextPassage } from './split-text.js';

const HASH_LENGTH = 32;

/** Source of passages. */
export interface PassageOrigin {
  readonly id: string;
  readonly name: string;
  readonly actions: string;
  /** Searched, but not shown. */
  readonly exampleQueries: readonly string[];
  /** Text search configuration. */
  readonly language: string;
}

/** Stores passages by content, and freezes an agent's knowledge into a set that versions refer to. */
@Injectable()
export class PassageStore {
  constructor(
    private readonly drafts: DraftsService,
    private readonly quotas: AccountQuotas,
    private readonly embeddings: EmbeddingJobs,
  ) {}

  /** Stores the passages of a topic or document, once. @returns their source */
  async store(
    transaction: Prisma.TransactionClient,
    agentId: string,
    origin: PassageOrigin,
    passages: readonly TextPassage[],
  ): Promise<string> {
    const { id, name, actions, language } = origin;
    const rows = passages.map(({ title, text }, position) => ({
      ...{ position, title, text },
      title_words: searchWords(`${name} ${title}`),
      text_words: searchWords(text),
    }));
    const examples = searchWords(origin.exampleQueries.join('\n'));
    // Earlier versions indexed the text as written. If normalizing changes it, the passages get another source, and so
    // are stored again.
    const isAsWritten = rows.every((row) => row.text_words === row.text);
    const source = hashOf(isAsWritten ? [origin, passages] : [origin, passages, 'words']);
    await transaction.$executeRawUnsafe(
      INSERT,
      ...[agentId, source, id, name, actions, language, examples, JSON.stringify(rows)],
    );
    return source;
  }

  /** Copies passages to another agent. @returns their source there */
  async copy(
    transaction: Prisma.TransactionClient,
    from: { readonly agentId: string; readonly source: string },
    to: { readonly agentId: string; readonly originId: string },
  ): Promise<string> {
    const source = hashOf([from.source, to.originId]);
    await transaction.$executeRawUnsafe(COPY, from.agentId, from.source, to.agentId, source, to.originId);
    return source;
  }

  /**
   * Freezes the draft's knowledge. Call it in the transaction of each change, with the draft held.
   * @throws ApiError 409 `KNOWLEDGE_LIMIT_REACHED` above the limit, unless it became smaller.
   */
  async freeze(transaction: Prisma.TransactionClient, accountId: string, agentId: string): Promise<void> {
    const rows = await transaction.$queryRaw<{ source: string }[]>`
      SELECT source FROM knowledge_topics WHERE agent_id = ${agentId} AND source IS NOT NULL
      UNION SELECT source FROM knowledge_documents WHERE agent_id = ${agentId} ORDER BY source`;
    const sources = rows.map(({ source }) => source);
    const hash = sources.length === 0 ? null : hashOf(sources);
    if (hash !== null) {
      await transaction.$executeRaw`
        INSERT INTO knowledge_sets (agent_id, hash, sources, languages, passages)
        SELECT ${agentId}, ${hash}, ${sources}, coalesce(array_agg(DISTINCT language), '{}'), count(*)
        FROM knowledge_passages WHERE agent_id = ${agentId} AND source = ANY (${sources})
        ON CONFLICT DO NOTHING`;
      await this.refuseTooMuch(transaction, accountId, agentId, hash);
    }
    await this.drafts.setKnowledge(transaction, accountId, agentId, hash);
    if (hash !== null) await this.embeddings.request(transaction, agentId);
  }

  private async refuseTooMuch(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
    hash: string,
  ): Promise<void> {
    const [size] = await transaction.$queryRaw<{ now: number; before: number | null }[]>`
      SELECT passages AS now, (
        SELECT passages FROM knowledge_sets WHERE agent_id = ${agentId} AND hash = ${draftHash(agentId)}
      ) AS before FROM knowledge_sets WHERE agent_id = ${agentId} AND hash = ${hash}`;
    if (!size) return;
    const used = size.before ?? 0;
    if (size.now <= used) return;
    this.quotas.refuseAbove(used, {
      accountId,
      quota: 'passagesPerAgent',
      adding: size.now - used,
      code: 'KNOWLEDGE_LIMIT_REACHED',
      remedy: `Delete what is not needed (with this, ${size.now} would be used)`,
    });
  }
}

/**
 * SQL for a word's index key: 64 bits of SHA-256 over agent, text search configuration and lexeme. It includes the
 * agent, so that a search reads only its own agent's index entries. The arguments are SQL expressions. Must never
 * change: stored passages depend on it.
 */
export const wordKey = (agentId: string, language: string, lexeme: string): string =>
  `('x' || encode(substring(sha256(convert_to(${agentId} || '/' || ${language} || '/' || ${lexeme}, 'UTF8')) for 8), 'hex'))::bit(64)::bigint`;

const COPY = `
  INSERT INTO knowledge_passages
    (agent_id, source, position, origin_id, name, title, text, actions, language, terms, words)
  SELECT $3, $4, position, $5, name, title, text, actions, language, terms,
    ARRAY(SELECT ${wordKey('$3', 'language', 'lexeme')} FROM unnest(tsvector_to_array(terms)) AS lexeme)
  FROM knowledge_passages WHERE agent_id = $1 AND source = $2
  ON CONFLICT DO NOTHING`;

const INSERT = `
  INSERT INTO knowledge_passages
    (agent_id, source, position, origin_id, name, title, text, actions, language, terms, words)
  SELECT $1, $2, position, $3, $4, title, text, $5, $6, terms,
    ARRAY(SELECT ${wordKey('$1', '$6', 'lexeme')} FROM unnest(tsvector_to_array(terms)) AS lexeme)
  FROM jsonb_to_recordset($8::jsonb)
    AS row(position int, title text, text text, title_words text, text_words text)
  CROSS JOIN LATERAL (
    SELECT setweight(to_tsvector($6::regconfig, title_words), 'A')
      || setweight(to_tsvector($6::regconfig, $7), 'B') || setweight(to_tsvector($6::regconfig, text_words), 'D') AS terms
  ) AS found
  ON CONFLICT DO NOTHING`;

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_LENGTH);
