import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DraftsService } from '../../agents/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { TextPassage } from './split-text.js';
import { wordKey } from './word-key.js';

const HASH_LENGTH = 32;

/** Where passages come from. */
export interface PassageOrigin {
  readonly id: string;
  readonly name: string;
  readonly actions: string;
  /** Texts by which it is found and that are not shown. */
  readonly exampleQueries: readonly string[];
  /** Text search configuration. */
  readonly language: string;
}

/** Keeps passages by what they are made of, and freezes what an agent knows into a set that versions point at. */
@Injectable()
export class PassageStore {
  constructor(private readonly drafts: DraftsService) {}

  /** Stores the passages of a topic or document, once. @returns their source */
  async store(
    transaction: Prisma.TransactionClient,
    agentId: string,
    origin: PassageOrigin,
    passages: readonly TextPassage[],
  ): Promise<string> {
    const source = hashOf([origin, passages]);
    const rows = passages.map(({ title, text }, position) => ({ position, title, text }));
    const { id, name, actions, language } = origin;
    const examples = origin.exampleQueries.join('\n');
    await transaction.$executeRawUnsafe(
      INSERT,
      ...[agentId, source, id, name, actions, language, examples, JSON.stringify(rows)],
    );
    return source;
  }

  /** Freezes what the draft knows now. To be called in the transaction of each change, with the draft held. */
  async freeze(transaction: Prisma.TransactionClient, accountId: string, agentId: string): Promise<void> {
    const rows = await transaction.$queryRaw<{ source: string }[]>`
      SELECT DISTINCT source FROM knowledge_topics WHERE agent_id = ${agentId} AND source IS NOT NULL ORDER BY source`;
    const sources = rows.map(({ source }) => source);
    const hash = sources.length === 0 ? null : hashOf(sources);
    if (hash !== null) {
      await transaction.$executeRaw`
        INSERT INTO knowledge_sets (agent_id, hash, sources, languages, passages)
        SELECT ${agentId}, ${hash}, ${sources}, coalesce(array_agg(DISTINCT language), '{}'), count(*)
        FROM knowledge_passages WHERE agent_id = ${agentId} AND source = ANY (${sources})
        ON CONFLICT DO NOTHING`;
    }
    await this.drafts.setKnowledge(transaction, accountId, agentId, hash);
  }
}

const INSERT = `
  INSERT INTO knowledge_passages
    (agent_id, source, position, origin_id, name, title, text, actions, language, terms, words)
  SELECT $1, $2, position, $3, $4, title, text, $5, $6, terms,
    ARRAY(SELECT ${wordKey('$1', '$6', 'lexeme')} FROM unnest(tsvector_to_array(terms)) AS lexeme)
  FROM jsonb_to_recordset($8::jsonb) AS row(position int, title text, text text)
  CROSS JOIN LATERAL (
    SELECT setweight(to_tsvector($6::regconfig, $4 || ' ' || title), 'A')
      || setweight(to_tsvector($6::regconfig, $7), 'B') || setweight(to_tsvector($6::regconfig, text), 'D') AS terms
  ) AS found
  ON CONFLICT DO NOTHING`;

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_LENGTH);
