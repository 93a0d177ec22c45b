import type { PreparedStatement } from '../../common/prisma/index.js';

/** So many passages with the rarest words are ranked, since ranking reads all words of a passage. */
const RANKED_PASSAGES = 250;

/** Of what was said only the end counts: so many characters. */
const MAX_CHARACTERS = 600;

export interface FoundPassage {
  readonly originId: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly actions: string;
  readonly score: number;
}

/**
 * The passages of a set that have words in common with what was said, the best first. Each word counts the more, the
 * fewer passages have it, and in a title more than in a text: what the ranking of PostgreSQL leaves out, since it looks
 * at one passage at a time. Words are compared in the language that each passage was stored in.
 */
export function fullTextSearch(
  agentId: string,
  hash: string,
  words: string,
  limit: number,
): PreparedStatement {
  return {
    name: 'knowledge_full_text',
    text: STATEMENT,
    values: [agentId, hash, words.slice(-MAX_CHARACTERS).replaceAll('\0', ' '), limit],
  };
}

const STATEMENT = `
  WITH picked AS (
    SELECT sources, languages, passages FROM knowledge_sets WHERE agent_id = $1 AND hash = $2
  ), words AS (
    SELECT language, word.lexeme,
           ('''' || replace(replace(word.lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery AS query
    FROM picked CROSS JOIN unnest(picked.languages) AS language
    CROSS JOIN LATERAL unnest(to_tsvector(language::regconfig, $3)) AS word
  ), hits AS MATERIALIZED (
    SELECT passage.source, passage.position, words.lexeme
    FROM words JOIN knowledge_passages passage
      ON passage.terms @@ words.query AND passage.language = words.language AND passage.agent_id = $1
    WHERE passage.source = ANY ((SELECT sources FROM picked)::text[])
  ), weights AS MATERIALIZED (
    SELECT lexeme, ln(1 + ((SELECT passages FROM picked) + 0.5) / (count(*) + 0.5)) AS weight FROM hits GROUP BY lexeme
  ), likely AS MATERIALIZED (
    SELECT source, position FROM hits JOIN weights USING (lexeme)
    GROUP BY source, position ORDER BY sum(weight) DESC, source, position LIMIT ${RANKED_PASSAGES}
  ), best AS (
    SELECT likely.source, likely.position,
           sum(ts_rank('{0.1, 0.2, 0.5, 1.0}', passage.terms, words.query, 1) * weight) AS score
    FROM likely JOIN knowledge_passages passage ON passage.agent_id = $1 AND passage.source = likely.source
      AND passage.position = likely.position
    JOIN words ON words.language = passage.language JOIN weights USING (lexeme)
    GROUP BY likely.source, likely.position ORDER BY score DESC, source, position LIMIT $4
  )
  SELECT passage.origin_id AS "originId", name, title, text, actions, score::float
  FROM best JOIN knowledge_passages passage ON passage.agent_id = $1 AND passage.source = best.source
    AND passage.position = best.position
  ORDER BY score DESC, best.source, best.position`;
