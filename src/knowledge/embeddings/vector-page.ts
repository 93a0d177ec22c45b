import type { PreparedStatement } from '../../common/prisma/index.js';

/** A passage of a set and its vector, as they are stored. */
export interface StoredVector {
  readonly number: number;
  readonly vector: Uint8Array;
}

/** The vectors of a set in one space, in the order of the numbers of the passages, beyond `after`. */
export const vectorPage = (
  [agentId, hash, space]: readonly [agentId: string, hash: string, space: string],
  after: number,
  limit: number,
): PreparedStatement => ({
  name: 'knowledge_vectors',
  text: `
    SELECT number::float8 AS number, made.vector FROM knowledge_passages AS passage
    JOIN knowledge_embeddings AS made USING (agent_id, source, position)
    WHERE agent_id = $1 AND made.space = $3 AND number > $4 AND source IN (
      SELECT unnest(sources) FROM knowledge_sets WHERE agent_id = $1 AND hash = $2)
    ORDER BY number LIMIT $5`,
  values: [agentId, hash, space, after, limit],
});
