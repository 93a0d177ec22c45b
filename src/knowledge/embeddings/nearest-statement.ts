import type { PreparedStatement } from '../../common/prisma/index.js';
import type { VectorSet } from './nearest-passages.js';
import type { PackedVector } from './packed-vector.js';
import { signBits, TERM_WEIGHTS, wantedBits } from './vector-bits.js';

const FIRST_TERM = 9;

const DOT_PRODUCT = TERM_WEIGHTS.map(
  (weight, n) => `${weight} * bit_count(bits & $${FIRST_TERM + n}::varbit)`,
).join(' + ');

/**
 * The first sort carries row positions (ctid), not the numbers, which are eight times the size of the signs. Sources
 * are a filter (IS TRUE): as a join they would be compared with all passages before PostgreSQL has statistics. Other
 * columns are read last, for the few rows found.
 */
const STATEMENT = `
  WITH likely AS MATERIALIZED (
    SELECT ctid AS place FROM knowledge_embeddings
    WHERE agent_id = $1 AND space = $3 AND length(signs) = $5
      AND (source IN (SELECT unnest(sources) FROM knowledge_sets WHERE agent_id = $1 AND hash = $2)) IS TRUE
    ORDER BY bit_count(signs # $4::varbit) LIMIT $6
  ), best AS MATERIALIZED (
    SELECT source, position, scale * $8::float8 * (${DOT_PRODUCT}) AS similarity FROM knowledge_embeddings
    WHERE ctid = ANY (ARRAY(SELECT place FROM likely)) ORDER BY similarity DESC LIMIT $7
  )
  SELECT number::float8 AS number, similarity FROM best
  JOIN knowledge_passages AS passage USING (source, position) WHERE passage.agent_id = $1
  ORDER BY similarity DESC, number`;

/**
 * The passages of a set most similar to `wanted`, nearest first; none if the vectors have another length.
 * @param candidates How many are compared in full: those whose signs differ least. The result is exact
 *   for sets of no more than these.
 */
export const nearestStatement = (
  { agentId, hash, space }: VectorSet,
  wanted: PackedVector,
  limit: number,
  candidates: number,
): PreparedStatement => ({
  name: 'knowledge_nearest_2',
  text: STATEMENT,
  values: [
    agentId,
    hash,
    space,
    signBits(wanted),
    wanted.numbers.length,
    Math.max(candidates, limit),
    limit,
    wanted.scale,
    ...wantedBits(wanted),
  ],
});
