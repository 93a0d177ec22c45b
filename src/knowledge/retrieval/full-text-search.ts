import type { PreparedStatement } from '../../common/prisma/index.js';
import { searchWords } from '../passages/search-words.js';
import { wordKey } from '../passages/passage-store.js';
import type { InWords } from './fuse.js';

/** Passages that are ranked, those with the rarest words: ranking reads all words of a passage. */
const RANKED_PASSAGES = 100;

/** Characters of the question that are searched. */
const MAX_CHARACTERS = 600;

export interface FoundPassage {
  readonly number: number;
  readonly originId: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly actions: string;
}

/** Result of a full-text search: `limit` passages, and only the numbers of others. */
export type FoundByWords = InWords & (FoundPassage | { readonly originId: null });

/** Those with texts, in order. */
export const withTexts = (found: readonly FoundByWords[]): FoundPassage[] =>
  found.flatMap((passage) => (passage.originId === null ? [] : [passage]));

/**
 * The passages of a set that share words with the question, best first. Rare words weigh more, and so do words in
 * titles: PostgreSQL's ranking lacks both, since it looks at one passage at a time. Words are compared in the language
 * of each passage.
 */
export function fullTextSearch(
  agentId: string,
  hash: string,
  words: string,
  limit: number,
): PreparedStatement {
  return {
    name: 'knowledge_full_text_3',
    text: STATEMENT,
    values: [agentId, hash, searchWords(latestWords(words)), limit],
  };
}

/** Keeps the end of a long question. */
export const latestWords = (words: string): string => words.slice(-MAX_CHARACTERS).replaceAll('\0', ' ');

/**
 * Looks words up one by one (OFFSET 0): otherwise PostgreSQL, without knowing how rare they are, reads all passages.
 */
const STATEMENT = `
  WITH picked AS MATERIALIZED (
    SELECT sources, languages, passages FROM knowledge_sets WHERE agent_id = $1 AND hash = $2
  ), words AS MATERIALIZED (
    SELECT (row_number() OVER ())::int AS n, language, ${wordKey('$1', 'language', 'word.lexeme')} AS key,
           ('''' || replace(replace(word.lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery AS query
    FROM picked CROSS JOIN unnest(picked.languages) AS language
    CROSS JOIN LATERAL unnest(to_tsvector(language::regconfig, $3)) AS word
  ), hits AS MATERIALIZED (
    SELECT n, number FROM words CROSS JOIN LATERAL (
      SELECT number, source FROM knowledge_passages WHERE knowledge_passages.words @> ARRAY[key] OFFSET 0
    ) AS hit WHERE (source IN (SELECT unnest(sources) FROM picked)) IS TRUE
  ), weights AS MATERIALIZED (
    SELECT array(
      SELECT ln(1 + ((SELECT passages FROM picked) + 0.5) / (count(hits.n) + 0.5))::float
      FROM words LEFT JOIN hits USING (n) GROUP BY n ORDER BY n
    ) AS of
  ), likely AS MATERIALIZED (
    SELECT number, sum((SELECT of FROM weights)[n]) AS weight FROM hits GROUP BY number
    ORDER BY weight DESC, number LIMIT ${RANKED_PASSAGES}
  ), scored AS MATERIALIZED (
    SELECT number, (
      SELECT sum(ts_rank('{0.1, 0.2, 0.5, 1.0}', passage.terms, words.query, 1) * (SELECT of FROM weights)[n])
      FROM words WHERE words.language = passage.language
    ) AS score, (SELECT weight FROM likely WHERE likely.number = passage.number) / (
      SELECT sum((SELECT of FROM weights)[n]) FROM words WHERE words.language = passage.language
    ) AS share
    FROM knowledge_passages passage
    WHERE number = ANY (ARRAY(SELECT number FROM likely)) AND agent_id = $1
  ), ranked AS MATERIALIZED (
    SELECT number, share, row_number() OVER (ORDER BY score DESC, number) AS place FROM scored
  )
  SELECT number::float8 AS number, share, origin_id AS "originId", name, title, text, actions
  FROM ranked LEFT JOIN (
    SELECT number, origin_id, name, title, text, actions FROM knowledge_passages
    WHERE number = ANY (ARRAY(SELECT number FROM ranked WHERE place <= $4)) AND agent_id = $1
  ) AS best USING (number) ORDER BY place`;
